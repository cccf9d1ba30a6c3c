#!/bin/sh
# Runs the server for `npm start`, and again when it ends by a fault: within a second at first, then with longer pauses,
# at most five times in a minute. After that one page says what happened, and ten minutes later it is tried again.
# A shell, because it takes one megabyte. It prints nothing: a terminal that is gone or stuck must not hold it up.

SUPERVISOR_FILE=$(mktemp) || SUPERVISOR_FILE=/dev/null
SUPERVISOR_PARENT=$PPID
SUPERVISOR_ENDED=
SUPERVISOR_REASON=
export SUPERVISOR_FILE SUPERVISOR_PARENT SUPERVISOR_ENDED SUPERVISOR_REASON
[ "$SUPERVISOR_FILE" = /dev/null ] || trap 'rm -f "$SUPERVISOR_FILE"' EXIT

child=
ending=
times=
has_terminal=
if [ -t 0 ] || [ -t 1 ] || [ -t 2 ]; then has_terminal=yes; fi

stop() {
  ending=yes
  [ -z "$child" ] || kill -TERM "$child" 2>/dev/null
}
# Under nohup nothing is a terminal, and the server outlives the one that closes.
hang_up() {
  if [ -n "$has_terminal" ]; then stop; else SUPERVISOR_PARENT=; fi
}
trap stop INT TERM QUIT
trap hang_up HUP
trap '' PIPE

# Waits for the child, however many signals come before its end; its code is in $code.
await() {
  code=0
  while :; do
    wait "$child"
    code=$?
    # 127: it has been waited for, and its number may be another process's by now.
    [ "$code" -ne 127 ] && kill -0 "$child" 2>/dev/null || break
  done
  child=
}

# Starts of the last minute, this one included.
count_starts() {
  now=$(date +%s)
  recent=
  count=0
  for time in $times $now; do
    if [ "$time" -gt $((now - 60)) ]; then
      recent="$recent $time"
      count=$((count + 1))
    fi
  done
  times=$recent
}

while :; do
  "$@" &
  child=$!
  await
  [ -z "$ending" ] || exit "$code"
  SUPERVISOR_REASON=$(cat "$SUPERVISOR_FILE")
  : >"$SUPERVISOR_FILE"
  case $code in
    70 | 13[2-79]) ;;
    # Its terminal has closed before it could say that it outlives it.
    129) [ -z "$has_terminal" ] || exit 129 ;;
    *) exit "$code" ;;
  esac
  # It had to be ended by force.
  if [ "$SUPERVISOR_REASON" = 'cannot start' ]; then exit 1; fi
  count_starts
  SUPERVISOR_ENDED="$code $now $count"
  if [ "$count" -gt 5 ]; then
    node --max-old-space-size=32 scripts/halted.ts &
    child=$!
    await
    [ -z "$ending" ] || exit "$code"
    # Killed like the server: that is tried again as well.
    if [ "$code" -ne 0 ] && [ "$code" -lt 128 ]; then exit "$code"; fi
    times=
    SUPERVISOR_ENDED="${SUPERVISOR_ENDED% *} 1"
    continue
  fi
  case $count in
    1) pause=0.2 ;;
    2) pause=1 ;;
    3) pause=2 ;;
    4) pause=4 ;;
    *) pause=8 ;;
  esac
  # A signal ends the wait, and not the sleep.
  sleep "$pause" &
  child=$!
  await
  [ -z "$ending" ] || exit 0
done
