import { useState } from 'react'
import { copyCancel, type RelationView } from '#domain/copy/contract.ts'
import type { StopMode } from '#domain/copy/rules.ts'
import { Amount } from '#web/app/amount.tsx'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { StopForm } from '#web/features/copy/stop-form.tsx'
import { CallNotDone } from '#web/features/money/money-sheet.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Profit } from './profit.tsx'
import { leadName } from './words.ts'

/** Ends a relation, after it was chosen what becomes of its open positions. */
export function StopSheet({ relation, onClose }: { relation: RelationView; onClose(): void }) {
  const { t } = useTexts()
  const [stopMode, setStopMode] = useState<StopMode>()
  const call = useApiMutation(copyCancel)
  const { currency, openCopies } = relation
  const needsChoice = openCopies > 0

  async function send(): Promise<void> {
    // Without an open copy both come to the same.
    const done = await call.send({ relationId: relation.id, stopMode: stopMode ?? 'keep' })
    if (!done) return
    toast(t('copy_pages.stopped'))
    onClose()
  }
  if (call.error && !call.isPending)
    return (
      <CallNotDone
        error={call.error}
        title={t('copy_pages.not_stopped')}
        onClose={call.reset}
        onRetry={() => void send()}
      />
    )
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('copy_pages.stop_title', { name: leadName(relation, t) })}
      text={t('copy_pages.stop_why')}
    >
      <StopForm
        openCopies={openCopies}
        stopMode={stopMode}
        onChoose={setStopMode}
        isPending={call.isPending}
        onStop={() => void send()}
        onClose={onClose}
      >
        <div className="pt-2">
          <KeyValue
            ruled
            lines={[
              {
                name: t('contract_pages.realized'),
                value: <Profit value={relation.realizedPnl} currency={currency} />,
              },
              needsChoice && {
                name: t('contract_pages.unrealized'),
                value: <Profit value={relation.unrealizedPnl} currency={currency} />,
              },
              {
                name: t('copy_pages.share_due'),
                value: <ShareNow relation={relation} stopMode={needsChoice ? stopMode : 'keep'} />,
              },
            ]}
          />
        </div>
      </StopForm>
    </Sheet>
  )
}

/** What stopping pays the lead, open gains included; nothing before it is chosen what becomes of them. */
function ShareNow({ relation, stopMode }: { relation: RelationView; stopMode: StopMode | undefined }) {
  const { currency, shareIfClosed, shareIfKept } = relation
  const share = stopMode && (stopMode === 'close' ? shareIfClosed : shareIfKept)
  return share ? <Amount value={share} currency={currency} /> : '—'
}
