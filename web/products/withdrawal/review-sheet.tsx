import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { networkOf } from '#domain/deposit/networks.ts'
import { formatDecimal, parseDecimal } from '#domain/money/amount.ts'
import { findCurrency } from '#domain/money/currencies.ts'
import { requestWithdrawal, type SavedAddress, withdrawalTerms } from '#domain/withdrawal/contract.ts'
import { toPage } from '#web/app/page-list.ts'
import { toast } from '#web/app/toast.ts'
import { useApiMutation } from '#web/app/use-api.ts'
import { FactorCodeField } from '#web/features/access/factor-code-field.tsx'
import { FormError } from '#web/features/access/form-error.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { LimitBar } from './limit-bar.tsx'
import type { Terms, Way } from './withdraw-form.tsx'

/** A withdrawal before it is asked for: the exact figures, then what confirms them. */
export function ReviewSheet({
  way,
  terms,
  address,
  typed,
  onClose,
}: {
  way: Way
  terms: Terms
  address: SavedAddress
  typed: string
  onClose(): void
}) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [payPassword, setPayPassword] = useState('')
  const [code, setCode] = useState('')
  const [isCodeAsked, setCodeAsked] = useState(terms.hasSecondFactor)
  // Tried again with the next code, it is still the same withdrawal.
  const asking = useApiMutation(requestWithdrawal, {
    toastsRefusal: false,
    intent: ({ payPassword: _, code: __, ...rest }) => rest,
  })
  const { currency, network, fee } = way
  const decimals = findCurrency(currency)?.decimals ?? 8
  const receive = formatDecimal(
    (parseDecimal(typed, decimals) ?? 0n) - (parseDecimal(fee, decimals) ?? 0n),
    decimals,
  )
  const value = way.unitValue === null ? undefined : Number(typed) * Number(way.unitValue)
  const isReviewed = terms.isFirst || (value !== undefined && value > Number(terms.reviewedAbove))
  const show = (text: string) => `${amount(text)} ${currency}`
  const refusedAs = (...codes: string[]) =>
    asking.error && codes.includes(asking.error.code) ? asking.error.message : undefined
  const [passwordError, codeError] = [
    refusedAs('PAY_PASSWORD_WRONG', 'PAY_PASSWORD_LOCKED'),
    refusedAs('SECOND_FACTOR_WRONG', 'SECOND_FACTOR_NEEDED'),
  ]
  async function confirm(): Promise<void> {
    const input = { currency, network, amount: typed, address: address.address, payPassword }
    const done = await asking.send({ ...input, ...(isCodeAsked && { code }) }, (error) => {
      // Set on another device, after this page was opened.
      if (error.code === 'SECOND_FACTOR_NEEDED') setCodeAsked(true)
      void queries.invalidateQueries({ queryKey: [withdrawalTerms.path] })
    })
    if (!done) return
    toast(t('withdrawal_pages.requested'))
    navigate(toPage('pages/fund/withdraw', { id: done.id }), { replace: true })
  }
  return (
    <Sheet isOpen onClose={onClose} title={t('withdrawal_pages.review')}>
      <div className="pt-2 pb-3">
        <KeyValue
          ruled
          lines={[
            { name: t('withdrawal_pages.amount'), value: show(typed) },
            { name: t('withdrawal_pages.fee'), value: `−${show(fee)}` },
            { name: t('withdrawal_pages.receive'), value: show(receive), isStrong: true },
            {
              name: address.name,
              value: <span className="font-mono text-13 break-all">{address.address}</span>,
            },
            {
              name: t('withdrawal_pages.network'),
              value: t('withdrawal_pages.confirmations', {
                name: networkOf(network).name,
                count: way.confirmationsNeeded,
              }),
            },
            {
              name: t('withdrawal_pages.time'),
              value: t(isReviewed ? 'withdrawal_pages.time_reviewed' : 'withdrawal_pages.time_soon'),
            },
            { name: t('withdrawal_pages.cancel'), value: t('withdrawal_pages.cancel_free') },
          ]}
        />
        <LimitBar terms={terms} more={value ?? 0} />
      </div>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <PasswordField
          label={t('withdrawal_pages.pay_password')}
          hint={t('withdrawal_pages.tries', { left: terms.triesLeft })}
          error={passwordError}
          autoComplete="off"
          value={payPassword}
          onChange={(event) => {
            setPayPassword(event.target.value)
            asking.reset()
          }}
        />
        {isCodeAsked && (
          <FactorCodeField
            value={code}
            error={codeError}
            onChange={(text) => {
              setCode(text)
              asking.reset()
            }}
          />
        )}
        <FormError text={(passwordError ?? codeError) ? undefined : asking.error?.message} />
        <Button
          type="submit"
          kind="primary"
          disabled={payPassword === '' || (isCodeAsked && code === '')}
          isPending={asking.isPending}
        >
          {t('withdrawal_pages.action', { amount: amount(typed), currency })}
        </Button>
      </form>
      <p className="pt-3 text-center text-12 text-t3">{t('withdrawal_pages.held_note')}</p>
      <ButtonLink kind="quiet" size="small" className="mt-1 w-full" to={toPage('pages/setting/payPassword')}>
        {t('withdrawal_pages.forgot')}
      </ButtonLink>
    </Sheet>
  )
}
