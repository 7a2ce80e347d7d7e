import { useState } from 'react'
import type { BankWay } from '#domain/deposit/bank.ts'
import { paidOnRange } from '#domain/deposit/bank.ts'
import { type BankAccountView, requestBankDeposit } from '#domain/deposit/contract.ts'
import { MoneyForm } from '#web/features/money/money-form.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/field.tsx'
import { type BankDraft, emptyDraft, isAskedFor, validateDraft } from './bank-claim.ts'
import { ScreenshotField } from './screenshot-field.tsx'
import { useWayName } from './use-way-name.ts'

const pictures = {
  card: 'deposit_pages.screenshot',
  wire: 'bank_pages.receipt',
  certificate: 'bank_pages.slip',
} as const

/** What was sent, and by whom; two people look at it before it is credited. */
export function BankClaimStep({
  way,
  account,
  onRequested,
}: {
  way: BankWay
  account: BankAccountView
  onRequested(id: string): void
}) {
  const { t } = useTexts()
  const nameOf = useWayName()
  const [draft, setDraft] = useState<BankDraft>(emptyDraft)
  const [image, setImage] = useState<string>()
  const [isTried, setTried] = useState(false)
  const { currency } = account
  const errors = validateDraft(draft, way, account, Date.now())
  const isPictureMissing = isAskedFor(way, 'image') && !image
  const change = (part: Partial<BankDraft>) => setDraft({ ...draft, ...part })
  const bounds = { minimum: amount(account.minimum, 0), maximum: amount(account.maximum, 0), currency }
  const said = (text: string | false | undefined) => (isTried && text ? text : undefined)
  const hintOf = (field: 'remitterBank' | 'lastDigits' | 'paidOn') =>
    isAskedFor(way, field) ? undefined : t('bank_pages.optional')
  const amountErrors = {
    invalid: t('deposit_pages.error_amount_invalid'),
    small: t('deposit_pages.error_amount_small', bounds),
    large: t('bank_pages.error_amount_large', bounds),
  }
  const written = {
    ...(draft.remitterBank.trim() && { remitterBank: draft.remitterBank.trim() }),
    ...(draft.lastDigits && { lastDigits: draft.lastDigits }),
    ...(draft.paidOn && { paidOn: draft.paidOn }),
    ...(image && { image }),
  }
  const days = paidOnRange(Date.now())
  return (
    <MoneyForm
      endpoint={requestBankDeposit}
      input={
        Object.keys(errors).length === 0 && !isPictureMissing
          ? {
              ...{ accountId: account.id, amount: draft.amount, currency, way },
              ...{ remitter: draft.remitter.trim(), ...written },
            }
          : undefined
      }
      onIncomplete={() => setTried(true)}
      above={
        <>
          <div>
            <h2 className="text-20 font-semibold">{t('deposit_pages.proof_title')}</h2>
            <p className="pt-1 text-15 text-t2">{t('bank_pages.claim_why')}</p>
          </div>
          <ScreenshotField
            label={t(pictures[way])}
            note={isAskedFor(way, 'image') ? undefined : t('bank_pages.optional')}
            error={said(isPictureMissing && t('bank_pages.picture_missing'))}
            onUpload={setImage}
          />
        </>
      }
      amount={{
        value: draft.amount,
        onChange: (typed) => change({ amount: typed }),
        currency,
        error: said(errors.amount && amountErrors[errors.amount]),
        hint: t('deposit_pages.minimum_is', bounds),
      }}
      action={t('deposit_pages.send')}
      confirmation={{
        title: t('deposit_pages.confirm'),
        lines: [
          { name: t('deposit_pages.amount'), value: `${amount(draft.amount)} ${currency}`, isStrong: true },
          { name: nameOf(way), value: account.bankName },
          { name: t('bank_pages.remitter_short'), value: draft.remitter },
          ...(draft.remitterBank ? [{ name: t('bank_pages.remitter_bank'), value: draft.remitterBank }] : []),
          ...(draft.lastDigits
            ? [
                {
                  name: t('bank_pages.digits_short'),
                  value: <span className="font-mono text-13">{draft.lastDigits}</span>,
                },
              ]
            : []),
          ...(draft.paidOn ? [{ name: t('bank_pages.paid_on'), value: draft.paidOn }] : []),
        ],
        action: t('deposit_pages.send'),
        note: t('deposit_pages.credited_what_arrived'),
        notDone: t('deposit_pages.not_sent'),
      }}
      onDone={({ id }) => onRequested(id)}
    >
      <Field
        label={t('bank_pages.remitter')}
        hint={t('bank_pages.how_name')}
        autoComplete="name"
        maxLength={80}
        value={draft.remitter}
        error={said(errors.remitter && t(`deposit_pages.error_sender_${errors.remitter}`))}
        onChange={(event) => change({ remitter: event.target.value })}
      />
      <Field
        label={t('bank_pages.remitter_bank')}
        hint={hintOf('remitterBank')}
        autoComplete="off"
        maxLength={80}
        value={draft.remitterBank}
        error={said(
          errors.remitterBank &&
            t(
              errors.remitterBank === 'missing'
                ? 'bank_pages.error_bank'
                : 'deposit_pages.error_sender_characters',
            ),
        )}
        onChange={(event) => change({ remitterBank: event.target.value })}
      />
      <Field
        label={t(`bank_pages.digits_${way}`)}
        hint={hintOf('lastDigits')}
        inputMode="numeric"
        autoComplete="off"
        value={draft.lastDigits}
        error={said(errors.lastDigits && t('bank_pages.error_digits'))}
        onChange={(event) => change({ lastDigits: event.target.value.replace(/\D/g, '').slice(-4) })}
      />
      {way !== 'card' && (
        <Field
          type="date"
          label={t('bank_pages.paid_on')}
          hint={hintOf('paidOn')}
          min={days.from}
          max={days.to}
          value={draft.paidOn}
          error={said(errors.paidOn && t('bank_pages.error_day'))}
          onChange={(event) => change({ paidOn: event.target.value })}
        />
      )}
    </MoneyForm>
  )
}
