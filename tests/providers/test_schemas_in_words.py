from workbench.core.errors import FailureKind

ANSWER = '{"about": "a kettle", "findings": []}'


def _task(body):
    return body["messages"][0]["content"][1]["text"]


async def test_a_server_that_refuses_an_output_schema_is_asked_in_words_at_once(
    service, provider, question, heard
):
    service.respond(
        service.error(400, "invalid_request_error", "output_config: Extra inputs are not permitted"),
        service.whole(f"Here you are:\n```json\n{ANSWER}\n```"),
    )
    _, reply = await heard(provider, question(effort="high"))
    first, second = service.bodies
    assert "output_config" in first
    assert "output_config" not in second
    assert '"additionalProperties": false' in _task(second)
    assert reply.text == ANSWER
    (note,) = reply.notes
    assert "in words" in note
    assert "effort high was not sent" in note


async def test_a_server_that_refuses_it_is_asked_in_words_from_then_on(service, provider, question, heard):
    service.respond(
        service.error(400, "invalid_request_error", "unknown field: output_config"),
        service.whole(),
        service.whole(),
    )
    await heard(provider, question())
    await heard(provider, question())
    assert ["output_config" in body for body in service.bodies] == [True, False, False]


async def test_another_model_of_the_server_gets_its_own_chance(service, provider, question, heard):
    service.respond(
        service.error(400, "invalid_request_error", "output_config is not supported"),
        service.whole(),
        service.whole(),
    )
    await heard(provider, question(model="old"))
    _, reply = await heard(provider, question(model="new"))
    assert "output_config" in service.bodies[2]
    assert reply.notes == ()


async def test_a_server_that_refuses_it_in_words_too_has_failed(service, provider, question, failed):
    refusal = service.error(400, "invalid_request_error", "output_config: unknown")
    service.respond(refusal, refusal)
    failure = await failed(provider, question())
    assert failure.kind is FailureKind.BAD_REQUEST
    assert len(service.requests) == 2


async def test_a_refused_effort_is_a_failure_and_not_silently_left_out(service, provider, question, failed):
    service.respond(
        service.error(400, "invalid_request_error", "output_config.effort: xhigh is not supported")
    )
    failure = await failed(provider, question(effort="xhigh"))
    assert failure.kind is FailureKind.BAD_REQUEST
    assert "effort" in failure.message
    assert len(service.requests) == 1


async def test_a_server_that_ignores_the_schema_is_asked_in_words_the_next_time(
    service, provider, question, heard
):
    service.respond(service.whole("I liked it a lot."), service.whole())
    _, reply = await heard(provider, question())
    assert reply.text == "I liked it a lot."
    _, reply = await heard(provider, question())
    assert reply.text == ANSWER
    assert ["output_config" in body for body in service.bodies] == [True, False]
    assert reply.notes


async def test_a_fence_around_a_structured_answer_is_taken_off(service, provider, question, heard):
    service.respond(service.whole(f"```json\n{ANSWER}\n```"))
    _, reply = await heard(provider, question())
    assert reply.text == ANSWER
    assert reply.notes == ()
