import { Unplug } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useConnection } from '#web/app/connection.ts'
import { useTexts } from '#web/texts/texts.ts'

/**
 * Says that prices are old, how old, and what waits; nothing while they are fresh.
 *
 * `belowPx` is the height of the header it sticks under.
 */
export function StaleBanner({ belowPx = 56 }: { belowPx?: number }) {
  const isStale = useConnection((state) => state.isStale)
  return isStale ? <Banner belowPx={belowPx} /> : null
}

function Banner({ belowPx }: { belowPx: number }) {
  const { t } = useTexts()
  const lostAtMs = useConnection((state) => state.lostAtMs)
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(3, Math.round((nowMs - (lostAtMs ?? nowMs)) / 1_000))
  return (
    <div
      role="status"
      style={{ top: belowPx }}
      className="sticky z-tips flex items-center gap-3 bg-s2 gutter py-2.5"
    >
      <Unplug aria-hidden size={20} className="shrink-0 text-gold" />
      <div className="min-w-0">
        <p className="figures text-13 font-semibold">{t('common.prices_old', { seconds })}</p>
        <p className="text-12 text-t2">{t('common.prices_old_why')}</p>
      </div>
    </div>
  )
}
