#!/bin/sh
# Generates arena/v1 from proto/, with protoc and the plugins whose versions go.mod holds.
set -e
go build -o build/ google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc
PATH="$PWD/build:$PATH" protoc --proto_path=proto --go_out=. --go_opt=module=meiji-arena \
    --go-grpc_out=. --go-grpc_opt=module=meiji-arena proto/arena/v1/*.proto
