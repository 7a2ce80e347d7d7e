import { CirclePause } from 'lucide-react'
import { useIsUnpriced } from '#web/features/quotes/use-is-unpriced.ts'
import { useTexts } from '#web/texts/texts.ts'
import { useIsHalted } from './use-is-halted.ts'

/** Says over an instrument's page that no orders are taken, as it is halted or has no live price; nothing while they are. */
export function HaltedBanner({ symbol }: { symbol: string }) {
  const { t } = useTexts()
  const isHalted = useIsHalted(symbol)
  const isUnpriced = useIsUnpriced(symbol)
  if (!isHalted && !isUnpriced) return null
  return (
    <div role="status" className="flex items-center gap-3 bg-s2 gutter py-2.5">
      <CirclePause aria-hidden size={20} className="shrink-0 text-gold" />
      <div className="min-w-0">
        <p className="text-13 font-semibold">
          {t(isHalted ? 'market.halted_title' : 'market.unpriced_title')}
        </p>
        <p className="text-12 text-t2">{t(isHalted ? 'market.halted_why' : 'market.unpriced_why')}</p>
      </div>
    </div>
  )
}
