import type { ReservesSource } from '#domain/liabilities/statement.ts'
import { amount, isZero } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import type { CurrencyLine } from './run-check.ts'

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
export function Totals({ lines, source }: { lines: readonly CurrencyLine[]; source: ReservesSource }) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="totals" className="gutter pt-6 pb-4">
      <h2 id="totals" className="text-13 text-t2">
        {t('liabilities_pages.totals')}
      </h2>
      <ul className="pt-2">
        {lines.map(({ code, liabilities, reserves, isCovered }) => (
          <li key={code} className="border-t border-line py-3">
            <div className="flex items-baseline justify-between gap-3">
              <h3 className="text-15 font-semibold">{code}</h3>
              <span className={`text-12 ${isCovered ? 'text-t2' : 'text-danger'}`}>
                {t(isCovered ? 'liabilities_pages.covered' : 'liabilities_pages.uncovered')}
              </span>
            </div>
            <div className="pt-1">
              <KeyValue
                lines={[
                  { name: t('liabilities_pages.liabilities'), value: amount(liabilities) },
                  { name: t('liabilities_pages.reserves'), value: amount(reserves) },
                ]}
              />
            </div>
          </li>
        ))}
      </ul>
      <p className="border-t border-line pt-2 text-12 text-t3">{t(`liabilities_pages.source_${source}`)}</p>
    </section>
  )
}
