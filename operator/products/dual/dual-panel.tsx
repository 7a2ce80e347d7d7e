import { type ConsoleDualProduct, closeDualProduct, proposeDualOpening } from '#domain/dual/console.ts'
import { pairText } from '#domain/market/instrument.ts'
import { utcMinute } from '#domain/time.ts'
import { grouped } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { ProposalDecision } from '../../pages/proposal-decision.tsx'
import { KindName, ProposalLines, proposalSteps } from '../../pages/proposal-panel.tsx'
import { t } from '../../texts.ts'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Steps } from '../../ui/steps.tsx'

/** What a product is called. @example 'BTC/USDT, Buy low at 17,050.00' */
export const productName = ({ symbol, type, strike }: ConsoleDualProduct): string =>
  `${pairText(symbol)}, ${t('dual.at_strike', { type: t(`dual.type_${type}`), strike: grouped(strike) })}`

/** One product, and what can be done with it. */
export function DualPanel({ product, onClose }: { product: ConsoleDualProduct; onClose(): void }) {
  const { pending, currency } = product
  return (
    <Panel
      title={t('dual.title')}
      onClose={onClose}
      foot={pending ? <ProposalDecision proposal={pending} /> : <Status product={product} />}
    >
      <p className="text-20 font-semibold">{productName(product)}</p>
      <p className="mb-4 text-13 text-t2">{t(`dual.status_${product.availability}`)}</p>
      {pending && (
        <>
          <p className="text-15">
            <KindName kind={pending.kind} />
          </p>
          <ProposalLines proposal={pending} />
          <Steps steps={proposalSteps(pending)} />
        </>
      )}
      <KeyValue
        ruled
        lines={[
          {
            name: t('dual.column_yield'),
            value: t('dual.term', { yield: product.yieldPercent, days: product.termDays }),
          },
          { name: t('dual.form_unit'), value: amountText(product.unit, currency) },
          { name: t('dual.column_sold'), value: `${product.sold} / ${product.capacity}` },
          { name: t('dual.form_maximum'), value: String(product.maximum) },
          { name: t('dual.column_dates'), value: utcMinute(product.startsAtMs) },
          { name: t('dual.column_settlement'), value: utcMinute(product.settlesAtMs) },
          { name: t('dual.active_orders'), value: String(product.active) },
          { name: t('dual.escrow_own'), value: amountText(product.escrowOwn, currency) },
          { name: t('dual.escrow_exchange'), value: amountText(product.escrowOther, product.otherCurrency) },
          {
            name: t('dual.from_template'),
            value:
              product.templateVersion === null
                ? t('dual.by_two')
                : t('dual.of_template', { version: product.templateVersion }),
          },
        ]}
      />
    </Panel>
  )
}

/** Opening needs two, closing one. */
function Status({ product: { id, status } }: { product: ConsoleDualProduct }) {
  const mayOpen = useMay(proposeDualOpening)
  const mayClose = useMay(closeDualProduct)
  const open = useDecisionChoice(proposeDualOpening, {
    ...{ label: t('dual.open'), isPrimary: true, input: { id }, done: t('proposal.proposed') },
  })
  const close = useDecisionChoice(closeDualProduct, {
    ...{ label: t('dual.close'), input: { id }, done: t('dual.closed') },
  })
  if (status === 'closed') return mayOpen && <Decision choices={[open]} />
  return mayClose && <Decision note={t('dual.close_note')} choices={[close]} />
}
