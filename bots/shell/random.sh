#!/bin/sh
# Plays any legal action, through the bridge: one JSON line comes in, one index goes out.
# Try it: arena local iki --bot "arena bridge -- sh random.sh" --bot house:random
while read -r line; do
    choices=${line#*\"choices\":}
    choices=${choices%%,*}
    echo $(($(od -An -N2 -tu2 /dev/urandom) % choices))
done
