"""A program of your own at a served table: python examples/guest.py INVITATION

The whole of it; `polychrome join --bot mybot:Greedy` does the same for a bot that is already written.
"""

from __future__ import annotations

import asyncio
import sys

from polychrome.client import Question, sit


def chosen(question: Question) -> str:
    """Your thoughts go here: what may be played, as texts; the lines told so far; the table as a Scene or a view."""
    takes = [action for action in question.choices if action.startswith("take")]
    return takes[-1] if takes and len(question.place.told) > 20 else question.choices[0]


async def main(invitation: str) -> None:
    async with sit(invitation, program=True) as place:  # marked as a bot for everybody to see
        async for question in place.questions():
            await question.play(chosen(question))
        assert place.frame is not None
        print([seat["score"] for seat in place.frame["scene"]["seats"]])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
