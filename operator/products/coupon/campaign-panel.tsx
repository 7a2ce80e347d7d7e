import { type ConsoleCampaign, stopCampaign } from '#domain/coupon/console.ts'
import { utcMinute } from '#domain/time.ts'
import { amount } from '#web/format/number.ts'
import { KeyValue } from '#web/ui/key-value.tsx'
import { useMay } from '../../app/session.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { Decision, useDecisionChoice } from '../../ui/decision.tsx'
import { Panel } from '../../ui/panel.tsx'
import { termsText } from './terms-text.ts'

/** One campaign, and the way to stop it. */
export function CampaignPanel({ campaign, onClose }: { campaign: ConsoleCampaign; onClose(): void }) {
  const { currency, status } = campaign
  const canStop = status === 'open' || status === 'planned'
  return (
    <Panel title={t('coupon.title')} onClose={onClose} foot={canStop && <Stop id={campaign.id} />}>
      <p className="text-20 font-semibold">{campaign.name}</p>
      <p className="mb-4 text-13 text-t2">
        {t(`coupon.kind_${campaign.kind}`)}, {t(`coupon.status_${status}`).toLowerCase()}
      </p>
      <KeyValue
        ruled
        lines={[
          { name: t('coupon.column_terms'), value: termsText(campaign) },
          {
            name: t('coupon.code'),
            value: campaign.code ? <span className="font-mono">{campaign.code}</span> : t('coupon.named'),
          },
          {
            name: t('coupon.column_claimed'),
            value: `${amount(String(campaign.claimed), 0)} / ${amount(String(campaign.quantity), 0)}`,
          },
          {
            name: t('coupon.column_budget'),
            value: `${amount(campaign.spent)} / ${amountText(campaign.budget, currency)}`,
          },
          { name: t('coupon.valid'), value: t('coupon.days', { days: String(campaign.validDays) }) },
          { name: t('coupon.form_opens'), value: utcMinute(campaign.opensAtMs) },
          { name: t('coupon.form_closes'), value: utcMinute(campaign.closesAtMs) },
        ]}
      />
    </Panel>
  )
}

/** Giving needs two, stopping one. */
function Stop({ id }: { id: string }) {
  const may = useMay(stopCampaign)
  const stop = useDecisionChoice(stopCampaign, {
    label: t('coupon.stop'),
    input: { id },
    done: t('coupon.stopped'),
  })
  return may && <Decision note={t('coupon.stop_text')} choices={[stop]} />
}
