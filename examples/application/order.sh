program=$PWD/node_modules/.bin/notiform
export no_proxy=127.0.0.1   # curl would use http_proxy for the emulator too
folder=$(mktemp -d)
cat > "$folder/seed.yaml" <<'END'
templates:
  - profile: shop
    templateCode: order_paid
    templateContent: "#{이름}님, 결제가 완료되었습니다."
    inspectionStatus: APR
END
(cd "$folder" && exec "$program" emulator --seed seed.yaml --json > emulator.json) &
emulator=$!
trap 'kill $emulator || true; rm -r "$folder"' EXIT
until [ -s "$folder/emulator.json" ]; do kill -0 $emulator || break; sleep 0.2; done
grep -q '"url":' "$folder/emulator.json" || { cat "$folder/emulator.json" >&2; exit 1; }
url=$(sed 's/.*"url":"\([^"]*\)".*/\1/' "$folder/emulator.json")

# Run your application here, with $url as the address of both APIs. This is what it does:
key=$(sed 's/.*"key":"\([^"]*\)".*/\1/' "$folder/emulator.json")
token=$(curl -sf -X POST "$url/v1/token" -u emulator:emulator-password | sed 's/.*"accesstoken":"\([^"]*\)".*/\1/')
curl -sf "$url/v3/message" -H "authorization: Bearer $token" -H 'content-type: application/json' -d '{
  "account": "emulator", "type": "at", "from": "15880000", "to": "01000000000", "refkey": "order-1",
  "content": {"at": {"senderkey": "'"$key"'", "templatecode": "order_paid", "message": "홍길동님, 결제가 완료되었습니다."}}}'

curl -sf "$url/_emulator/inbox/wait?refkey=order-1&result=any" | grep '"result":"7000"'
