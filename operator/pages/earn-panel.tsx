import { closeEarnProduct, proposeEarnOpening } from '#domain/earn/console.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../app/session.ts'
import { amountText } from '../format.ts'
import { t } from '../texts.ts'
import { Decision } from '../ui/decision.tsx'
import { Panel } from '../ui/panel.tsx'
import { Steps } from '../ui/steps.tsx'
import type { Product } from './earn.tsx'
import { ProposalDecision } from './proposal-decision.tsx'
import { ProposalLines, proposalSteps } from './proposal-panel.tsx'

/** One product, and what can be done with it. */
export function EarnPanel({
  product,
  onEdit,
  onClose,
}: {
  product: Product
  onEdit(): void
  onClose(): void
}) {
  const { currency, pending } = product
  const mayPropose = useMay('/console/earn/edit')
  return (
    <Panel
      title={t('shell.nav_earn')}
      onClose={onClose}
      foot={pending ? <ProposalDecision proposal={pending} /> : <Status product={product} />}
    >
      <p className="text-20 font-semibold">
        {currency}, {t('earn.days', { count: product.termDays })}
      </p>
      <p className="mb-4 text-13 text-t2">{t(`earn.status_${product.availability}`)}</p>
      {pending ? (
        <>
          <p className="text-15">{t(`shell.kind_${pending.kind}`)}</p>
          <ProposalLines proposal={pending} />
          <Steps steps={proposalSteps(pending)} />
        </>
      ) : (
        <>
          <KeyValue
            ruled
            lines={[
              { name: t('earn.column_rate'), value: `${product.dailyPercent} %, ${product.aprPercent} %` },
              { name: t('earn.column_penalty'), value: `${product.penaltyPercent} %` },
              { name: t('earn.form_minimum'), value: amountText(product.minimum, currency) },
              { name: t('earn.form_maximum'), value: amountText(product.maximum, currency) },
              { name: t('earn.form_cap'), value: amountText(product.cap, currency) },
            ]}
          />
          {mayPropose && (
            <Button size="small" className="mt-4 w-full" onClick={onEdit}>
              {t('earn.edit')}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}

/** Opening needs two, closing one. */
function Status({ product: { id, availability } }: { product: Product }) {
  const open = useApiMutation(proposeEarnOpening)
  const close = useApiMutation(closeEarnProduct)
  const mayOpen = useMay('/console/earn/open')
  const mayClose = useMay('/console/earn/close')

  if (availability === 'closed') {
    if (!mayOpen) return null
    const propose = async (reason: string) => {
      if (await open.send({ id, reason })) toast(t('proposal.proposed'))
    }
    return <Decision choices={[{ label: t('earn.open'), isPrimary: true, ...open, act: propose }]} />
  }
  if (!mayClose) return null
  const closeNow = async (reason: string) => {
    if (await close.send({ id, reason })) toast(t('earn.closed'))
  }
  return (
    <Decision note={t('earn.close_note')} choices={[{ label: t('earn.close'), ...close, act: closeNow }]} />
  )
}
