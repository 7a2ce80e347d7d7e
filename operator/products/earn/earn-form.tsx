import { useState } from 'react'
import { proposeEarnEdit, proposeEarnProduct } from '#domain/earn/console.ts'
import { productTags } from '#domain/earn/contract.ts'
import { kindRules, type TermKind, termKinds } from '#domain/earn/kinds.ts'
import { apr } from '#domain/earn/rules.ts'
import { unusualDailyRate, unusualPenalty } from '#domain/earn/usual.ts'
import { formatPercent, parsePercent } from '#domain/money/rate.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import {
  CurrencyChoice,
  DecimalField,
  PercentField,
  PlainField,
  ProposalForm,
} from '../../ui/proposal-form.tsx'
import { type EarnProduct, productName } from './product-name.ts'

/** The terms of a new product, or other terms for one there is; what comes of it is a proposal. */
export function EarnForm({ product, onClose }: { product?: EarnProduct; onClose(): void }) {
  const [kind, setKind] = useState<TermKind>(product?.kind ?? 'locked')
  const { earnsAnotherCoin } = kindRules[kind]
  const mayBeOpenEnded = product ? product.termDays === 0 : kindRules[kind].mayBeOpenEnded
  return (
    <ProposalForm
      endpoint={product ? proposeEarnEdit : proposeEarnProduct}
      panel={product ? t('earn.edit') : t('earn.create')}
      title={product ? productName(product) : t('earn.create')}
      text={product ? t('earn.edit_text') : t('earn.empty_text')}
      inputOf={(typed) => ({ ...typed, ...(product && { id: product.id }) })}
      onClose={onClose}
    >
      {!product && (
        <>
          <Choice
            label={t('earn.form_kind')}
            name="kind"
            options={kindOptions}
            value={kind}
            onChange={(chosen) => setKind(chosen as TermKind)}
          />
          <div className="grid grid-cols-2 gap-3">
            <CurrencyChoice />
            {earnsAnotherCoin && (
              <CurrencyChoice label={t('earn.form_reward_currency')} name="rewardCurrency" />
            )}
            <PlainField
              label={t('earn.form_term')}
              name="termDays"
              inputMode="numeric"
              pattern="\d{1,3}"
              hint={mayBeOpenEnded ? t('earn.form_term_hint') : undefined}
              required
            />
          </div>
        </>
      )}
      {earnsAnotherCoin ? (
        <DecimalField label={t('earn.form_reward')} name="dailyRate" defaultValue={product?.dailyRate} />
      ) : (
        <PercentField
          label={t('earn.form_daily')}
          name="dailyRate"
          value={product?.dailyPercent ?? undefined}
          hintOf={(rate) => t('earn.form_apr', { apr: formatPercent(apr(rate)) })}
          unusualOf={(rate) => unusualDailyRate(rate, parsePercent(product?.dailyPercent ?? ''))}
        />
      )}
      <PercentField
        label={t('earn.form_penalty')}
        name="penaltyRate"
        value={product?.penaltyPercent}
        unusualOf={(rate) => unusualPenalty(rate, product && parsePercent(product.penaltyPercent))}
      />
      {mayBeOpenEnded && (
        <PlainField
          label={t('earn.form_notice')}
          name="noticeHours"
          inputMode="numeric"
          pattern="\d{1,3}"
          defaultValue={product?.noticeHours ?? 0}
          required
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <DecimalField label={t('earn.form_minimum')} name="minimum" defaultValue={product?.minimum} />
        <Choice label={t('earn.form_tag')} name="tag" options={tagOptions} value={product?.tag ?? ''} />
      </div>
      <DecimalField label={t('earn.form_maximum')} name="maximum" defaultValue={product?.maximum} />
      <DecimalField label={t('earn.form_cap')} name="cap" defaultValue={product?.cap} />
    </ProposalForm>
  )
}

const kindOptions = termKinds.map((id) => ({ id, label: t(`earn.kind_${id}`) }))

const tagOptions = (['', ...productTags] as const).map((id) => ({
  id,
  label: t(`earn.tag_${id || 'none'}`),
}))
