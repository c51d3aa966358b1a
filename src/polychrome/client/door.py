"""The few HTTP requests of a program that sits down: join, and ask for a view. TLS is verified; nothing is followed.

Where several servers stand behind a proxy, one of them may stand still (see `reach`): what is not answered is asked
again over another connection, under the same name, so that nothing is done twice.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import ssl
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, Final
from urllib.parse import urlsplit

from polychrome.client.clean import cleaned
from polychrome.client.invitation import Misled
from polychrome.client.jar import TOKEN, Jar
from polychrome.engine.core import Message

PAUSES: Final = (1.0, 1.0, 2.0, 2.0, 4.0, 4.0, 8.0)  # seconds without a word after which we ask again, or give up
UNKNOWN: Final = 428  # what may be repeated is done only for somebody with a cookie: here it is, ask again
ANSWER_BYTES: Final = 1_000_000  # bytes of an answer


class Door:
    """One server, as whoever holds the cookie of this jar."""

    def __init__(self, base: str, jar: Jar) -> None:
        self.base = base
        self.jar = jar
        self.cookie = jar.cookie(base)

    @property
    def headers(self) -> dict[str, str]:
        """With every request, the socket's included: who we are, and that we are no page of somebody else's."""
        return {"Origin": self.base, **({"Cookie": self.cookie} if self.cookie else {})}

    async def ask(self, method: str, path: str, content: object = None) -> Any:
        """The JSON of an answer; Misled, with the server's reason or ours, if it is a refusal."""
        return await asyncio.to_thread(self.asked, method, path, content)

    def asked(self, method: str, path: str, content: object) -> Any:
        name, trouble = secrets.token_hex(12), Exception()
        answer: tuple[int, bytes] | None = None
        for pause in PAUSES:
            try:
                answer = self.tried(method, path, content, name, pause)
            except (OSError, HTTPException) as found:
                answer, trouble = None, found
            if not isinstance(trouble, TimeoutError) if answer is None else answer[0] != UNKNOWN:
                break
        if answer is None:
            why = getattr(trouble, "strerror", None) or str(trouble) or type(trouble).__name__
            raise Misled(Message("join.unreachable", {"server": self.base, "why": why}))
        return self.read(*answer)

    def tried(self, method: str, path: str, content: object, name: str, pause: float) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        parts = urlsplit(self.base)
        secure = parts.scheme == "https"
        line: HTTPConnection
        if secure:
            line = HTTPSConnection(parts.netloc, timeout=pause, context=ssl.create_default_context())
        else:
            line = HTTPConnection(parts.netloc, timeout=pause)
        body = None if content is None else json.dumps(content)
        headers = {**self.headers, **({"Content-Type": "application/json", "Idempotency-Key": name} if body else {})}
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            raw = answer.read(ANSWER_BYTES + 1)
            cookies = answer.headers.get_all("Set-Cookie") or []
        finally:
            line.close()
        for cookie in cookies:
            if found := TOKEN.match(cookie):
                self.learn(found[0])
        return answer.status, raw

    def learn(self, cookie: str) -> None:
        if cookie != self.cookie:
            self.cookie = cookie
            self.jar.keep(self.base, cookie)

    def read(self, status: int, raw: bytes) -> Any:
        try:
            found = cleaned(json.loads(raw)) if len(raw) <= ANSWER_BYTES else None
        except (ValueError, RecursionError):
            found = None
        if status == 200 and found is not None:
            return found
        match found:
            case {"reason": [str(key), dict(args)]}:
                raise Misled(Message(key, args))
        raise Misled(Message("join.foreign", {"server": self.base, "status": status}))
