import { closeEarnProduct, proposeEarnEdit, proposeEarnOpening } from '#domain/earn/console.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { KindName, ProposalLines, proposalSteps } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Steps } from '../../ui/steps.tsx'
import { dailyText, type EarnProduct, productName, redemptionText } from './product-name.ts'

/** One product, and what can be done with it. */
export function EarnPanel({
  product,
  onEdit,
  onClose,
}: {
  product: EarnProduct
  onEdit(): void
  onClose(): void
}) {
  const { currency, pending } = product
  const mayPropose = useMay(proposeEarnEdit)
  return (
    <Panel
      title={t('earn.title')}
      onClose={onClose}
      foot={pending ? <ProposalDecision proposal={pending} /> : <Status product={product} />}
    >
      <p className="text-20 font-semibold">{productName(product)}</p>
      <p className="mb-4 text-13 text-t2">
        {t(`earn.kind_${product.kind}`)}, {t(`earn.status_${product.availability}`).toLowerCase()}
      </p>
      {pending ? (
        <>
          <p className="text-15">
            <KindName kind={pending.kind} />
          </p>
          <ProposalLines proposal={pending} />
          <Steps steps={proposalSteps(pending)} />
        </>
      ) : (
        <>
          <KeyValue
            ruled
            lines={[
              {
                name: t('earn.column_rate'),
                value: [dailyText(product), product.aprPercent && `${product.aprPercent}%`]
                  .filter(Boolean)
                  .join(', '),
              },
              { name: t('earn.column_penalty'), value: redemptionText(product) },
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
function Status({ product: { id, availability } }: { product: EarnProduct }) {
  const mayOpen = useMay(proposeEarnOpening)
  const mayClose = useMay(closeEarnProduct)
  const open = useDecisionChoice(proposeEarnOpening, {
    label: t('earn.open'),
    isPrimary: true,
    input: { id },
    done: t('proposal.proposed'),
  })
  const close = useDecisionChoice(closeEarnProduct, {
    label: t('earn.close'),
    input: { id },
    done: t('earn.closed'),
  })
  if (availability === 'closed') return mayOpen && <Decision choices={[open]} />
  return mayClose && <Decision note={t('earn.close_note')} choices={[close]} />
}
