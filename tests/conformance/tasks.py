"""The tasks extension: work that goes on after its request was answered."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from datetime import datetime, timezone
from typing import Any

from mcp_errors import Codes, ServerError

NAME = "io.modelcontextprotocol/tasks"
EXTENSION: dict[str, Any] = {NAME: {}}
TASKS: dict[str, "Task"] = {}


class Task:
    def __init__(self, work: Callable[["Task"], Awaitable[dict[str, Any]]]) -> None:
        self.id = str(uuid.uuid4())
        self.created = now()
        self.outcome: dict[str, Any] = {}
        self.open: dict[str, Any] = {}
        self.answers: dict[str, Any] = {}
        self.answered = asyncio.Event()
        self.settle("working")
        TASKS[self.id] = self
        self.running = asyncio.create_task(self.run(work))

    async def run(self, work: Callable[["Task"], Awaitable[dict[str, Any]]]) -> None:
        try:
            self.settle("completed", result=await work(self))
        except ServerError as failure:
            self.settle("failed", error=failure.to_jsonrpc())
        except asyncio.CancelledError:
            self.settle("cancelled")

    async def ask(self, requests: dict[str, Any]) -> dict[str, Any]:
        """Waits until the client has answered all of these."""
        self.open, self.answers = dict(requests), {}
        self.answered.clear()
        self.settle("input_required")
        await self.answered.wait()
        self.settle("working")
        return self.answers

    def settle(self, status: str, **outcome: Any) -> None:
        self.status, self.outcome, self.updated = status, outcome, now()

    def shown(self) -> dict[str, Any]:
        return {
            "taskId": self.id,
            "status": self.status,
            "createdAt": self.created,
            "lastUpdatedAt": self.updated,
            "ttlMs": 600_000,
            "pollIntervalMs": 200,
        }


def start(work: Callable[[Task], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
    return {"resultType": "task", **Task(work).shown()}


def declared(call: Any) -> bool:
    return NAME in call.asked.capabilities.get("extensions", {})


def get(call: Any) -> dict[str, Any]:
    task = found(call)
    pending = {"inputRequests": task.open} if task.status == "input_required" else {}
    return {**task.shown(), **task.outcome, **pending}


def update(call: Any) -> dict[str, Any]:
    task = found(call)
    for key, answer in (call.params.get("inputResponses") or {}).items():
        if task.open.pop(key, None) is not None:
            task.answers[key] = answer
    if not task.open:
        task.answered.set()
    return {}


def cancel(call: Any) -> dict[str, Any]:
    found(call).running.cancel()
    return {}


def found(call: Any) -> Task:
    try:
        return TASKS[call.params["taskId"]]
    except (KeyError, TypeError):
        raise ServerError("There is no such task", code=Codes.INVALID_PARAMS) from None


def now() -> str:
    return datetime.now(timezone.utc).isoformat()
