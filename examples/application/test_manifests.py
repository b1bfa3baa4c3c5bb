import json
import os
import pathlib
import shutil
import subprocess

import pytest
import requests

PROJECT = pathlib.Path(__file__).resolve().parent
PROGRAM = PROJECT / "node_modules/.bin/notiform"
os.environ["no_proxy"] = "127.0.0.1"


def call(emulator, method, path, **given):
    answer = requests.request(method, f"{emulator['url']}/_emulator/{path}", timeout=30, **given)
    assert answer.ok, answer.text
    return answer.json()


@pytest.fixture(scope="session")
def emulator(tmp_path_factory):
    folder = tmp_path_factory.mktemp("project")
    shutil.copy(PROJECT / "notiform.yaml", folder)
    shutil.copytree(PROJECT / "manifests", folder / "manifests")
    command = [PROGRAM, "-e", "local", "emulator", "--from-manifests", "--json", "--end-with-stdin"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=folder, **pipes) as process:
        document = json.loads(process.stdout.readline())
        assert document["ok"], json.dumps(document["problems"], ensure_ascii=False, indent=1)
        call(document, "POST", "checkpoint", json={"name": "manifests"})
        yield document


@pytest.fixture(autouse=True)
def restored(emulator):
    call(emulator, "POST", "restore", json={"name": "manifests"})
    call(emulator, "DELETE", "faults")
    call(emulator, "DELETE", "journal")


def send_order_paid(emulator, to, message):
    url, credentials = emulator["url"], emulator["credentials"]
    login = (credentials["account"], credentials["password"])
    token = requests.post(f"{url}/v1/token", auth=login, timeout=30).json()["accesstoken"]
    body = {
        "account": credentials["account"], "type": "at", "from": "15880000", "to": to, "refkey": "order-1",
        "content": {"at": {"senderkey": emulator["profile"]["key"], "templatecode": "order_paid", "message": message}},
    }
    answer = requests.post(f"{url}/v3/message", json=body, headers={"authorization": f"Bearer {token}"}, timeout=30)
    assert answer.ok, answer.text


def test_sends_the_text_of_the_manifest(emulator):
    send_order_paid(emulator, "01000000000", "홍길동님, 결제가 완료되었습니다.")
    message = call(emulator, "GET", "inbox/wait", params={"refkey": "order-1", "result": "any"})["message"]
    assert message["result"] == "7000", message["reason"]


def test_shows_a_text_that_differs_from_the_manifest(emulator):
    send_order_paid(emulator, "01000000000", "결제가 완료되었습니다.")
    message = call(emulator, "GET", "inbox/wait", params={"refkey": "order-1", "result": "any"})["message"]
    assert message["result"] == "7204", message["reason"]
