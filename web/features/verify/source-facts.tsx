import { medianOf } from '#domain/market/sources.ts'
import type { Tick } from '#domain/market/tick.ts'
import { grouped } from '#web/format/number.ts'
import type { Translate } from '#web/texts/texts.ts'
import { cx } from '#web/ui/cx.ts'
import {
  type AnyProof,
  isBoxProof,
  isDualProof,
  isFillsProof,
  isOptionProof,
  isRoundProof,
} from './any-proof.ts'
import type { ProofRun } from './run-proof.ts'

/** What live prices were made of: how many were computed again, and what each source of the deciding ones said. */
export function SourceFacts({
  facts,
  file,
  price,
  t,
}: {
  facts: ProofRun['facts']
  file: AnyProof
  price: (ticks: number) => string
  t: Translate
}) {
  const live = facts.ticks?.filter(({ sources }) => sources) ?? []
  const deciding = decidingSequences(file)
  return (
    <>
      <p>{t('verify_pages.sources_checked', { count: live.length })}</p>
      {live
        .filter(({ sequence }) => deciding.includes(sequence))
        .map((tick) => (
          <SourcesOf key={tick.sequence} tick={tick} price={price} t={t} />
        ))}
    </>
  )
}

/**
 * The ticks that decided: of a stop its trigger, of a seconds option entry and exit, of a contract its last event; what
 * is filled in the book is decided by none.
 */
function decidingSequences(file: AnyProof): (number | null | undefined)[] {
  if (isRoundProof(file)) return [file.round.tick?.sequence]
  if (isOptionProof(file)) return [file.result.entry?.sequence, file.result.exit?.sequence]
  if ('position' in file) return [file.changes.at(-1)?.sequence]
  // Of an average all of its ticks are: hundreds.
  if (isFillsProof(file) || isDualProof(file) || isBoxProof(file)) return []
  return [file.outcome.sequence]
}

/** What the sources are called that ticks name; of a future the contract follows. */
const names: Readonly<Record<string, string>> = {
  binance: 'Binance',
  bitstamp: 'Bitstamp',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  massive: 'Massive',
  okx: 'OKX',
}

/** @example nameOf('massive ESZ6') // 'Massive ESZ6' */
function nameOf(source: string): string {
  const [word = '', ...rest] = source.split(' ')
  return [names[word] ?? word, ...rest].join(' ')
}

function SourcesOf({ tick, price, t }: { tick: Tick; price: (ticks: number) => string; t: Translate }) {
  const { named } = tick.sources!
  const { states } = medianOf(tick.sources!)
  const count = states.filter((state) => state === 'counts').length
  return (
    <div className="pt-1.5">
      <p>
        {t('verify_pages.sources_of', {
          ...{ sequence: grouped(String(tick.sequence)), price: price(tick.price) },
          ...{ count, all: named.length },
        })}
      </p>
      {/* Names and prices each in a column: what is compared stands one under the other. */}
      <ul className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 text-t3">
        {named.map(({ source, quote }, n) => {
          const state = states[n]!
          return (
            <li key={source} className="col-span-2 grid grid-cols-subgrid">
              <span>{nameOf(source)}</span>
              <span className={cx('figures', state === 'counts' && 'text-t2')}>
                {[
                  ...(quote ? [price(quote.price)] : []),
                  ...(state === 'counts' ? [] : [t(`verify_pages.source_${state}`)]),
                ].join(' · ')}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
