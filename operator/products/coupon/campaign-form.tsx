import { useState } from 'react'
import { type consoleCoupons, proposeCampaign } from '#domain/coupon/console.ts'
import { type CouponKind, couponKinds } from '#domain/coupon/words.ts'
import type { OutputOf } from '#domain/endpoint.ts'
import { readMinute } from '../../format.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import {
  CurrencyChoice,
  DecimalField,
  ParsedField,
  PlainField,
  ProposalForm,
} from '../../ui/proposal-form.tsx'
import { bpsOf, decimalOf } from '../../ui/typed-amount.ts'

/** A new campaign: what its coupons give, how many, for whom and until when. */
export function CampaignForm({
  savings,
  onClose,
}: {
  /** What a trial can be of. */
  savings: OutputOf<typeof consoleCoupons>['savings']
  onClose(): void
}) {
  const [kind, setKind] = useState<CouponKind>('boost')
  return (
    <ProposalForm
      endpoint={proposeCampaign}
      panel={t('coupon.create')}
      title={t('coupon.create')}
      text={t('coupon.create_text')}
      // What stays empty is left out; a trial has no share.
      inputOf={(typed) => ({
        shareBps: '0',
        ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
      })}
      onClose={onClose}
    >
      <PlainField label={t('coupon.form_name')} name="name" maxLength={60} />
      <div className="grid grid-cols-2 gap-3">
        <Choice
          label={t('coupon.form_kind')}
          name="kind"
          options={couponKinds.map((id) => ({ id, label: t(`coupon.kind_${id}`) }))}
          value={kind}
          onChange={(chosen) => setKind(chosen as CouponKind)}
        />
        <CurrencyChoice />
      </div>
      {kind === 'trial' ? (
        <Choice
          label={t('coupon.form_product')}
          name="productId"
          options={savings.map(({ id, name }) => ({ id, label: name }))}
          value={savings[0]?.id ?? ''}
        />
      ) : (
        <ParsedField
          label={t(`coupon.form_share_${kind}`)}
          name="shareBps"
          read={(typed) => {
            const decimal = decimalOf(typed)
            return decimal === undefined ? undefined : bpsOf(decimal)
          }}
          write={String}
          error={t('coupon.form_share_error')}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <DecimalField label={t(`coupon.form_cap_${kind}`)} name="cap" />
        <DecimalField label={t('coupon.form_budget')} name="budget" />
        <Count label={t('coupon.form_quantity')} name="quantity" />
        <Count label={t('coupon.form_valid')} name="validDays" />
      </div>
      <Moment label={t('coupon.form_opens')} name="opensAtMs" />
      <Moment label={t('coupon.form_closes')} name="closesAtMs" />
      <PlainField label={t('coupon.form_customers')} name="customers" required={false} maxLength={1_000} />
    </ProposalForm>
  )
}

const Count = ({ label, name }: { label: string; name: string }) => (
  <PlainField label={label} name={name} inputMode="numeric" pattern="\d{1,6}" />
)

/** A minute of UTC, typed as people write one and sent in milliseconds. @example '2026-01-31 12:00' */
const Moment = ({ label, name }: { label: string; name: string }) => (
  <ParsedField
    label={label}
    name={name}
    inputMode="text"
    read={readMinute}
    write={String}
    error={t('coupon.form_moment_error')}
    hint={t('proposal.moment_hint')}
  />
)
