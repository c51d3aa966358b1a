"""The page at a table whose server dies, or stands still: it goes on at another one, without a reload."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest

from server.local_cluster import local_cluster
from server.postgres import programs
from web.conftest import missing
from web.people import Person, finish

People = Callable[..., Person]


@pytest.mark.usefixtures("page_files")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_page_goes_on_at_another_server(visitor: People, how: signal.Signals) -> None:
    if programs() is None:
        missing("there is no PostgreSQL on this machine (`apt install postgresql`)")
    with local_cluster(2) as found:
        fox: Person = visitor(found)
        answer = fox.context.request.post(  # the server that will die; cookies know no ports
            f"{found.servers[0].address}/api/tables",
            data={"game": "coloretto", "seats": 2, "options": {}, "fill": "random"},
            headers={"Origin": found.servers[0].address},
        )
        fox.go(f"/t/{answer.json()['table']}")
        fox.page.wait_for_selector("[data-target=deck]")
        fox.page.evaluate("window.stays = true")
        os.kill(found.servers[0].process, how)
        fox.touch("deck")  # whether it has noticed or not
        fox.page.wait_for_selector("[data-piece='drawn.0']")  # played, without another touch
        if how == signal.SIGSTOP:
            os.kill(found.servers[0].process, signal.SIGCONT)
        finish(fox)
        assert fox.page.evaluate("window.stays")
        fox.context.close()
        fox.troubles.clear()  # its browser may complain about the lost connection
