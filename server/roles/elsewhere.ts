import type { Logger } from 'pino'
import { refusal } from '#domain/errors.ts'
import type { EngineLink } from '#server/core/engine/elsewhere.ts'
import { connectBus } from '#server/platform/bus/link.ts'
import type { BusKey } from '#server/platform/bus/secure.ts'
import { realClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { NothingDone } from '#server/platform/http/envelope.ts'
import { type EngineApart, readAddress } from '#server/platform/settings.ts'
import { addressOfEngine } from './apart.ts'
import type { Asked, EngineAnswer, ToldByApi, ToldByHost } from './messages.ts'

/** Connects the process with the other engines to the one of ROLE=engine that has this one, now and after each loss. */
export function linkToEngine(
  db: Db,
  name: EngineApart,
  { key, log }: { readonly key: BusKey; readonly log: Logger },
): EngineLink {
  let onTold: (told: unknown) => void = () => {}
  let onLost = () => {}
  /** Whether it was there when it was looked for last; not known before the first look. */
  let wasUp: boolean | undefined
  const link = connectBus({
    find: async () => {
      const address = await addressOfEngine(db, name)
      return address === undefined ? undefined : readAddress(address)
    },
    key,
    onMessage(message) {
      const told = message as ToldByHost
      if (told.kind === 'engine' && told.name === name) onTold(told.told)
    },
    onUp() {
      log.info(`the engine of ${name} is there`)
      wasUp = true
      link.tell({ kind: 'follow', name } satisfies ToldByApi)
    },
    onDown(error) {
      if (wasUp === false) return
      log.error(
        `the engine of ${name} is not there, its calls are refused: ${error?.message ?? 'none has it'}`,
      )
      if (wasUp) onLost()
      wasUp = false
    },
  })
  return {
    async ask(message) {
      const asked = { kind: 'engine', name, askedAtMs: realClock.nowMs(), message } satisfies Asked
      const answer = (await link.ask(asked)) as EngineAnswer
      if ('refused' in answer)
        throw answer.isUndone ? new NothingDone() : refusal(answer.refused, answer.params)
      return answer.answered
    },
    onTold(listener) {
      onTold = listener
    },
    onLost(listener) {
      onLost = listener
    },
    isUp: link.isUp,
    close: link.close,
  }
}
