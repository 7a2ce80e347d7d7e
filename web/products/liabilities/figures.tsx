import { lazy, Suspense } from 'react'
import { amount, grouped, isZero } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { KeyValue, type KeyValueLines } from '#web/ui/key-value.tsx'
import type { CurrencyLine } from './run-check.ts'

/** Of no use where no chain is watched. */
const ChainNote = lazy(() => import('./chain-note.tsx'))

/** The customer's own balances in the snapshot, without zeros. */
export function OwnBalances({ lines }: { lines: readonly CurrencyLine[] }) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="own" className="gutter pt-5">
      <h2 id="own" className="text-13 text-t2">
        {t('liabilities_pages.own')}
      </h2>
      <div className="pt-2">
        <KeyValue
          ruled
          lines={lines
            .filter(({ own }) => own !== undefined && !isZero(own))
            .map(({ code, own }) => ({ name: code, value: amount(own!), isStrong: true }))}
        />
      </div>
      <p className="border-t border-line pt-2 text-12 text-t3">{t('liabilities_pages.own_note')}</p>
    </section>
  )
}

/** What all customers are owed, beside what there is, currency by currency. */
export function Totals({ lines }: { lines: readonly CurrencyLine[] }) {
  const { t } = useTexts()
  const isRead = lines.some(({ found }) => found !== undefined)
  return (
    <section aria-labelledby="totals" className="gutter pt-6 pb-4">
      <h2 id="totals" className="text-13 text-t2">
        {t('liabilities_pages.totals')}
      </h2>
      <ul className="pt-2">
        {lines.map((line) => (
          <li key={line.code} className="border-t border-line py-3">
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="text-15 font-semibold">{line.code}</h3>
              <span className={`text-12 ${line.isCovered ? 'text-t2' : 'text-danger'}`}>
                {t(line.isCovered ? 'liabilities_pages.covered' : 'liabilities_pages.uncovered')}
              </span>
            </div>
            <div className="pt-1">
              <KeyValue lines={totalsOf(line, t)} />
            </div>
            {line.chains.map((chain) => (
              <Suspense key={chain.chain} fallback={<div className="h-7" />}>
                <ChainNote code={line.code} {...chain} />
              </Suspense>
            ))}
          </li>
        ))}
      </ul>
      <p className="border-t border-line pt-2 text-12 text-t3">
        {t(isRead ? 'liabilities_pages.source_chains' : 'liabilities_pages.source_ledger')}
      </p>
    </section>
  )
}

const totalsOf = (
  { liabilities, reserves, found, foundPercent, ledger }: CurrencyLine,
  t: Translate,
): KeyValueLines => [
  { name: t('liabilities_pages.liabilities'), value: amount(liabilities) },
  found === undefined
    ? { name: t('liabilities_pages.reserves_ledger'), value: amount(reserves) }
    : { name: t('liabilities_pages.reserves_chain'), value: amount(found) },
  foundPercent !== undefined && { name: t('liabilities_pages.share'), value: `${grouped(foundPercent)}%` },
  found !== undefined &&
    !isZero(ledger) && { name: t('liabilities_pages.others_ledger'), value: amount(ledger) },
]
