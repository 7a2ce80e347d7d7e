import type { CellAnswer, CellTransfer } from '#domain/cells/rules.ts'
import type { Frames } from '#server/platform/bus/frames.ts'
import { type BusHost, openBusHost } from '#server/platform/bus/host.ts'
import { type Answer, type BusLink, connectBus, type Question } from '#server/platform/bus/link.ts'
import type { BusKey } from '#server/platform/bus/secure.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type ReceiveDeps, receiveAll } from './receive.ts'
import type { Deliver } from './send.ts'

/** Two cells need not run the same version of the product, but of what they say to each other. */
const VERSION = 'cells 1'
/** A key that two cells have, and nobody else: who has it speaks for the other one. */
export const cellKey = (key: Buffer): BusKey => ({ key, version: VERSION })

/** More than anybody sends at a time. */
const MAX_TRANSFERS = 1_000

/** Listens for one other cell, which proves the key of the two, and receives what it sends. */
export const openCellHost = (options: {
  readonly host: string
  readonly port: number
  readonly key: BusKey
  /** The cell that has the key: what says to be of another is not received. */
  readonly cell: number
  readonly receives: ReceiveDeps
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}): Promise<BusHost> => {
  const { host, port, key, cell, receives, clock, onError } = options
  async function receive(link: Frames, { number, question }: Partial<Question>): Promise<void> {
    if (number === undefined || !Array.isArray(question) || question.length > MAX_TRANSFERS) return
    const [own, others] = [
      question.filter((one) => one?.from === cell),
      question.filter((one) => one?.from !== cell),
    ]
    for (const other of others) receives.onContradiction(other)
    // What fails here is in doubt there, and comes again.
    const answer = await receiveAll(receives, own as CellTransfer[], clock.nowMs()).catch((error) => {
      onError(error)
      return []
    })
    link.send({ number, answer } satisfies Answer)
  }
  return openBusHost({
    ...{ host, port, key, onRefused: onError },
    onMessage: (link, message) => void receive(link, Object(message)).catch(onError),
  })
}

/** A connection to another cell that transfers are sent by; it is made again whenever it is lost. */
export interface CellLink {
  /** Refuses: SERVICE_UNAVAILABLE, OUTCOME_UNKNOWN as `BusLink.ask`; the transfers are sent again when they are due. */
  readonly deliver: Deliver
  readonly isUp: BusLink['isUp']
  readonly close: BusLink['close']
}

/** Connects to another cell, which listens at a place of its own. */
export function connectCell(
  options: Pick<Parameters<typeof connectBus>[0], 'find' | 'key'> & { readonly onUp?: () => void },
): CellLink {
  const { find, key, onUp = () => {} } = options
  const link = connectBus({ find, key, onUp, onMessage: () => {}, onDown: () => {} })
  return {
    deliver: async (transfers) => {
      const answers = await link.ask(transfers)
      return Array.isArray(answers) ? (answers as CellAnswer[]) : []
    },
    isUp: link.isUp,
    close: link.close,
  }
}
