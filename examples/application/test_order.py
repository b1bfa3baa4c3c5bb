import json
import os
import pathlib
import subprocess

import pytest
import requests

PROGRAM = pathlib.Path(__file__).resolve().parent / "node_modules/.bin/notiform"
os.environ["no_proxy"] = "127.0.0.1"
TEMPLATE = {
    "profile": "shop",
    "templateCode": "order_paid",
    "templateContent": "#{이름}님, 결제가 완료되었습니다.",
    "inspectionStatus": "APR",
}


@pytest.fixture(scope="session")
def emulator(tmp_path_factory):
    command = [PROGRAM, "emulator", "--json", "--end-with-stdin"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=tmp_path_factory.mktemp("emulator"), **pipes) as process:
        document = json.loads(process.stdout.readline())
        assert document["ok"], json.dumps(document["problems"], ensure_ascii=False, indent=1)
        yield document


@pytest.fixture
def control(emulator):
    def call(method, path, **given):
        answer = requests.request(method, f"{emulator['url']}/_emulator/{path}", timeout=30, **given)
        assert answer.ok, answer.text
        return answer.json()

    call("POST", "reset")
    call("POST", "seed", json={"templates": [TEMPLATE]})
    return call


def send_order_paid(emulator, to, name):
    url, credentials = emulator["url"], emulator["credentials"]
    login = (credentials["account"], credentials["password"])
    token = requests.post(f"{url}/v1/token", auth=login, timeout=30).json()["accesstoken"]
    body = {
        "account": credentials["account"], "type": "at", "from": "15880000", "to": to, "refkey": "order-1",
        "content": {"at": {
            "senderkey": emulator["profile"]["key"], "templatecode": "order_paid",
            "message": f"{name}님, 결제가 완료되었습니다.",
        }},
    }
    answer = requests.post(f"{url}/v3/message", json=body, headers={"authorization": f"Bearer {token}"}, timeout=30)
    assert answer.ok, answer.text


def test_sends_a_message_when_an_order_is_paid(emulator, control):
    send_order_paid(emulator, "01000000000", "홍길동")
    message = control("GET", "inbox/wait", params={"refkey": "order-1", "result": "any"})["message"]
    assert message["text"] == "홍길동님, 결제가 완료되었습니다."
    assert message["result"] == "7000"


def test_reports_a_service_that_is_down(emulator, control):
    control("POST", "faults", json={"rules": [{"path": "/v3/message", "kind": "status", "status": 503}]})
    with pytest.raises(AssertionError, match="5004"):
        send_order_paid(emulator, "01000000000", "홍길동")
    assert control("GET", "inbox")["messages"] == []
