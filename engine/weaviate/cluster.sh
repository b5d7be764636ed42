#!/bin/sh
# Runs Weaviate nodes on loopback, for tests and experiments:
#
#   engine/weaviate/cluster.sh SERVER DATA [COMMAND ...]
#
# SERVER is the program built by `make cluster`, and DATA the folder for the nodes' data and
# logs. When the nodes are ready, the script prints their address and runs COMMAND with the
# address in SCILIT_TEST_WEAVIATE and DATA in SCILIT_TEST_WEAVIATE_DATA. Without COMMAND, the
# nodes run until the script is stopped. In the end, the script stops all nodes.
#
# DATA/node-N.sh restarts node N, and DATA/node-N.pid holds its process ID, for commands that
# kill a node. NODES sets the number of nodes (3 by default) and PORT their first port.
set -eu

server=$1 data=$2
shift 2
nodes=${NODES:-3} port=${PORT:-18080}

# The ports for gRPC and cluster traffic listen on all interfaces, so the nodes run in a separate
# network namespace if the system permits.
if [ "${SCILIT_CLUSTER_NETWORK:-}" = "" ]; then
	export SCILIT_CLUSTER_NETWORK=shared
	if unshare --user --map-root-user --net true 2>/dev/null && command -v ip >/dev/null; then
		SCILIT_CLUSTER_NETWORK=own exec unshare --user --map-root-user --net "$0" "$server" "$data" "$@"
	fi
	echo "cluster: cannot create a network namespace: gRPC and cluster ports listen on all interfaces" >&2
fi
[ "$SCILIT_CLUSTER_NETWORK" = shared ] || ip link set lo up

mkdir -p "$data"
data=$(cd "$data" && pwd)
join= raft= address=
for n in $(seq 1 "$nodes"); do
	join=$join${join:+,}127.0.0.1:$((port + 100 * n))
	raft=$raft${raft:+,}node-$n:$((port + 100 * n + 10))
	address=$address${address:+,}127.0.0.1:$((port + n - 1))
done

# start_script prints the script that starts a node. The ports are derived from its number.
start_script() {
	base=$((port + 100 * $1))
	cat <<-END
		#!/bin/sh
		export PERSISTENCE_DATA_PATH='$data/node-$1' CLUSTER_HOSTNAME=node-$1
		export CLUSTER_JOIN=$join RAFT_JOIN=$raft RAFT_BOOTSTRAP_EXPECT=$nodes CLUSTER_IN_LOCALHOST=true
		export CLUSTER_GOSSIP_BIND_PORT=$base CLUSTER_DATA_BIND_PORT=$((base + 1)) CLUSTER_ADVERTISE_ADDR=127.0.0.1 CLUSTER_BIND_ADDR=127.0.0.1
		export RAFT_PORT=$((base + 10)) RAFT_INTERNAL_RPC_PORT=$((base + 11)) GRPC_PORT=$((base + 20)) GO_PROFILING_DISABLE=true
		export AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED=true DISABLE_TELEMETRY=true DEFAULT_VECTORIZER_MODULE=none
		export QUERY_MAXIMUM_RESULTS=10000 DISABLE_LAZY_LOAD_SHARDS=true LOG_LEVEL=\${LOG_LEVEL-warning}
		export PERSISTENCE_HNSW_MAX_LOG_SIZE=\${PERSISTENCE_HNSW_MAX_LOG_SIZE-500MiB} GOMEMLIMIT=\${GOMEMLIMIT-2GiB}
		export ASYNC_REPLICATION_FREQUENCY=\${ASYNC_REPLICATION_FREQUENCY-5s} ASYNC_REPLICATION_PROPAGATION_DELAY=\${ASYNC_REPLICATION_PROPAGATION_DELAY-5s}
		echo \$\$ >'$data/node-$1.pid'
		exec '$server' --host 127.0.0.1 --port $((port + $1 - 1)) --scheme http --read-timeout 600s --write-timeout 600s >>'$data/node-$1.log' 2>&1
	END
}

stop() {
	trap - EXIT INT TERM
	for n in $(seq 1 "$nodes"); do
		kill "$(cat "$data/node-$n.pid" 2>/dev/null)" 2>/dev/null || true
	done
	wait
}
trap stop EXIT
trap 'exit 130' INT TERM

for n in $(seq 1 "$nodes"); do
	start_script "$n" >"$data/node-$n.sh"
	chmod +x "$data/node-$n.sh"
	"$data/node-$n.sh" &
done

ready() {
	for n in $(seq 1 "$nodes"); do
		curl --silent --fail --output /dev/null --max-time 5 "http://127.0.0.1:$((port + n - 1))/v1/.well-known/ready" || return 1
	done
}
tries=0
until ready; do
	tries=$((tries + 1))
	if [ $tries -gt 180 ]; then
		echo "cluster: the nodes are not ready after 3 minutes: see $data/node-1.log" >&2
		exit 1
	fi
	sleep 1
done

echo "weaviate+http://$address/Papers"
if [ "$SCILIT_CLUSTER_NETWORK" = own ] && [ $# = 0 ]; then
	echo "the nodes run in a separate network namespace: nsenter --preserve-credentials -U -n -t $$ COMMAND" >&2
fi
if [ $# = 0 ]; then
	wait
else
	SCILIT_TEST_WEAVIATE=$address SCILIT_TEST_WEAVIATE_DATA=$data "$@"
fi
