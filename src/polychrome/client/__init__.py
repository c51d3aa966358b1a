"""Sit down at a served table from a program: an asyncio client of docs/protocol.md.

    import asyncio
    from polychrome.client import sit

    async def main() -> None:
        async with sit("http://127.0.0.1:7777/t/ID#SECRET", program=True) as place:
            async for question in place.questions():
                await question.play(question.choices[0])

    asyncio.run(main())

It reconnects, sends a move again until it is acknowledged, keeps to the server's limits, verifies TLS, keeps its
cookie in a file that only its owner may read, bounds what it reads, and takes control characters out of every text.
Nothing that a server says is ever loaded or run.
"""

from polychrome.client.invitation import Invitation, Misled
from polychrome.client.place import Lost, Place, Question, sit

__all__ = ["Invitation", "Lost", "Misled", "Place", "Question", "sit"]
