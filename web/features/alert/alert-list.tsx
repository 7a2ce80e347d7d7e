import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type AlertView, alerts, removeAlert } from '#domain/alert/contract.ts'
import { pairText } from '#domain/market/instrument.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiMutation, useApiQuery } from '#web/app/use-api.ts'
import { grouped } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** What an alert waits for, in words. */
export function alertText({ condition, percent, upper, lower }: AlertView, t: Translate): string {
  if (condition === 'above') return t('alert.waits_above', { price: grouped(upper ?? '') })
  if (condition === 'below') return t('alert.waits_below', { price: grouped(lower ?? '') })
  return t('alert.waits_move', {
    percent: percent ?? '',
    lower: grouped(lower ?? ''),
    upper: grouped(upper ?? ''),
  })
}

/** The price alerts that wait, of one instrument or of all; each can be removed. */
export function AlertList({ symbol, empty }: { symbol?: string; empty: 'page' | 'nothing' }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const list = useApiQuery(alerts, symbol ? { symbol } : {})
  const remove = useApiMutation(removeAlert, { inTurn: true })
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <SkeletonRows count={2} />
  if (list.data.items.length === 0)
    return empty === 'nothing' ? null : (
      <div className="pt-6">
        <EmptyState isSmall title={t('alert.none')} text={t('alert.none_why')} />
      </div>
    )

  async function end(id: string): Promise<void> {
    await remove.send({ id })
    await queries.invalidateQueries({ queryKey: [alerts.path] })
  }

  return (
    <ul>
      {list.data.items.map((alert) => {
        const name = pairText(alert.symbol)
        const text = alertText(alert, t)
        return (
          <li key={alert.id} className="gutter">
            <div className="hairline flex min-h-15 items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="figures text-15">{symbol ? text : name}</p>
                <p className="figures text-12 text-t3">
                  {symbol ? t('alert.from', { price: grouped(alert.from) }) : text}
                </p>
              </div>
              <IconButton
                icon={X}
                label={t('alert.remove', { alert: `${name}, ${text}` })}
                onClick={() => void end(alert.id)}
                className="-mr-3"
              />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
