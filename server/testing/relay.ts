import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { createTestDatabaseUrl } from './database.ts'

/** Stands between a server and its PostgreSQL, and fails as a network does. */
export interface Relay {
  readonly port: number
  /** Sends those who come from now on to another port, as a proxy does after a failover. */
  turnTo(port: number): void
  /** Keeps everything it is given, until it is told to pass things on again. */
  hush(yes: boolean): void
  /** Cuts each connection at its first query, when it has signed in. */
  cutAtFirstQuery(yes: boolean): void
  /** How many connections it has cut. */
  cuts(): number
  close(): void
}

/** What a simple query begins with in PostgreSQL's protocol. */
const QUERY = 'Q'.charCodeAt(0)

/** Listens on a port of its own, and passes everything on to a database's port. */
export async function openRelay(first: number): Promise<Relay> {
  let port = first
  let isSilent = false
  let isCutting = false
  let cuts = 0
  const sockets = new Set<Socket>()
  const relay = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.on('data', (data) => {
        if (isCutting && from === near && data[0] === QUERY) {
          cuts++
          near.destroy()
        } else if (!isSilent) to.write(data)
      })
    }
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
  return {
    port: (relay.address() as AddressInfo).port,
    turnTo(next) {
      port = next
    },
    hush(yes) {
      isSilent = yes
    },
    cutAtFirstQuery(yes) {
      isCutting = yes
    },
    cuts: () => cuts,
    close() {
      for (const socket of sockets) socket.destroy()
      relay.close()
    },
  }
}

/** A database of its own behind a relay; only PostgreSQL has a network. */
export async function openBehindRelay(): Promise<{ relay: Relay; url: string }> {
  const url = new URL(await createTestDatabaseUrl())
  const relay = await openRelay(Number(url.port))
  url.port = String(relay.port)
  return { relay, url: url.href }
}
