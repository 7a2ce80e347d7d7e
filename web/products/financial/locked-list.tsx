import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { utcMoment } from '#web/features/time/utc.ts'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import type { Quoted } from './exits-page.tsx'
import { useKept } from './use-kept.ts'

/** What cannot be ended now, and when its money comes. */
export function LockedList({ records }: { records: Quoted['locked'] }) {
  const { t, locale } = useTexts()
  const kept = useKept()
  return (
    <section aria-label={t('financial_pages.locked')} className="gutter pt-5">
      <h2 className="flex items-center gap-2 text-13 text-t2">
        <Lock aria-hidden size={14} />
        {t('financial_pages.locked')}
      </h2>
      <ul>
        {records.map(({ product, kind, id, currency, amount: value, termDays, freeAtMs }) => {
          const words = kept.get(product)
          return (
            words && (
              <li key={`${product}.${id}`} className="border-b border-line">
                <Link to={words.toOwn(kind, id)} className="press flex justify-between gap-3 py-3 text-13">
                  <span className="figures">
                    {words.titleOf(kind, t)} · {words.nameOf({ kind, termDays }, t)}
                    <span className="block text-12 text-t3">
                      {amount(value)} {currency}
                    </span>
                  </span>
                  <span className="figures text-right text-t2">
                    {t('financial_pages.paid_at', { time: utcMoment(freeAtMs, locale) })}
                  </span>
                </Link>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}
