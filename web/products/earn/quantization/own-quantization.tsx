import { earnSubscriptions } from '#domain/earn/contract.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { ActiveSubscriptions } from '../term/active-subscriptions.tsx'
import { quantization } from './quantization.ts'

/** What a customer has in quantitative savings; nothing for who never had any. */
export function OwnQuantization() {
  const { t } = useTexts()
  const own = useApiQuery(earnSubscriptions, { kind: quantization.name, status: 'active', limit: '1' })
  if (!own.data || own.data.totals.length === 0) return null
  return (
    <section aria-label={t(quantization.texts.own)} className="pt-4">
      <div className="border-b border-line gutter pb-2">
        <h2 className="text-15 font-semibold">{t(quantization.texts.own)}</h2>
        <p className="text-13 text-t2">{t(quantization.texts.note)}</p>
      </div>
      <ActiveSubscriptions kind={quantization} />
    </section>
  )
}
