import { Copy, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BankWay } from '#domain/deposit/bank.ts'
import type { BankAccountView } from '#domain/deposit/contract.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { cardCurrencies } from '#domain/withdrawal/rules.ts'
import { toPage } from '#web/app/page-list.ts'
import { copyText } from '#web/app/toast.ts'
import { amount } from '#web/format/number.ts'
import { dateTime } from '#web/format/time.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { KeyValue } from '#web/ui/key-value.tsx'

/** Where to send it, line by line to copy; the customer's own reference; what happens when. */
export function BankAccountStep({
  way,
  account,
  paymentReference,
  onChange,
  onSent,
}: {
  way: BankWay
  account: BankAccountView
  paymentReference: string
  onChange(): void
  onSent(): void
}) {
  const { t } = useTexts()
  const { currency, changedAtMs, isDemo } = account
  const lines: readonly (readonly [name: string, text: string, isPlace?: boolean])[] = [
    [t('bank_pages.beneficiary'), account.beneficiary],
    [t('bank_pages.iban'), account.iban],
    [t('bank_pages.account_number'), account.accountNumber],
    [t('bank_pages.aba'), account.aba],
    [t('bank_pages.swift'), account.swiftCode],
    [t('bank_pages.bank'), account.bankName],
    [t('bank_pages.branch'), account.branch],
    [t('bank_pages.bank_address'), account.bankAddress, true],
    [t('bank_pages.beneficiary_address'), account.beneficiaryAddress],
  ]
  return (
    <div className="pb-8">
      <div className="flex items-baseline justify-between gap-3 gutter">
        <h2 className="text-20 font-semibold text-balance">
          {t(way === 'certificate' ? 'bank_pages.counter_title' : 'bank_pages.transfer_title', { currency })}
        </h2>
        <button
          type="button"
          onClick={onChange}
          className="target press shrink-0 text-15 underline decoration-line2 underline-offset-4"
        >
          {t('deposit_pages.change')}
        </button>
      </div>
      {isDemo && <Warning text={t('bank_pages.made_up')} />}
      {changedAtMs !== null && <Warning text={t('bank_pages.changed', { date: dateTime(changedAtMs) })} />}
      <ol className="flex list-decimal flex-col gap-1.5 gutter pt-4 pl-9 text-15 text-t2 marker:text-t3">
        <li>{t(`bank_pages.how_${way}`)}</li>
        <li>{t('bank_pages.how_reference')}</li>
        <li>{t('bank_pages.how_name')}</li>
        <li>{t('bank_pages.how_tell')}</li>
      </ol>
      <div className="mx-4 mt-5 rounded-12 border border-gold bg-s1 p-4">
        <Line name={t('bank_pages.reference')} text={paymentReference}>
          <span className="font-mono text-17 font-semibold">{inGroups(paymentReference)}</span>
        </Line>
        <p className="pt-1 text-13 text-t2">{t('bank_pages.reference_why')}</p>
      </div>
      <div className="gutter pt-3">
        {lines.map(
          ([name, text, isPlace]) =>
            text !== '' && (
              <div key={name} className="border-b border-line py-2.5">
                <Line name={name} text={text}>
                  <span className="text-15 break-words">{text}</span>
                </Line>
                {isPlace && isPlainText(text) && (
                  <Link
                    to={toPage('pages/system/open-location', { address: text })}
                    className="press inline-flex min-h-11 items-center text-13 text-t2 underline decoration-line2 underline-offset-4"
                  >
                    {t('bank_pages.open_address')}
                  </Link>
                )}
              </div>
            ),
        )}
      </div>
      <div className="gutter pt-5">
        <KeyValue
          ruled
          lines={[
            { name: t('deposit_pages.minimum'), value: `${amount(account.minimum, 0)} ${currency}` },
            { name: t('bank_pages.maximum'), value: `${amount(account.maximum, 0)} ${currency}` },
            { name: t('bank_pages.fees'), value: t('bank_pages.no_fee') },
            {
              name: t('bank_pages.cut_off'),
              value: t('bank_pages.cut_off_text', { time: account.cutOff }),
            },
            { name: t('deposit_pages.credited_after'), value: t('deposit_pages.two_people') },
            { name: t('deposit_pages.goes_to'), value: t('deposit_pages.funding_account') },
          ]}
        />
        <div className="flex flex-col gap-3 border-t border-line pt-3 text-13 text-t2">
          <p>{t('bank_pages.cut_off_note')}</p>
          <p>{t('bank_pages.fees_note')}</p>
          <p>
            <strong className="font-semibold text-t1">{t('bank_pages.name_rule')}</strong>{' '}
            {t('bank_pages.name_note')}
          </p>
          <p>
            {t(
              cardCurrencies.includes(account.currency) ? 'bank_pages.fiat_out_card' : 'bank_pages.fiat_out',
              { currency: account.currency },
            )}
          </p>
        </div>
        <Button kind="primary" className="mt-5 w-full" onClick={onSent}>
          {t('deposit_pages.i_have_sent')}
        </Button>
        <p className="pt-3 text-center text-12 text-t3">{t('bank_pages.next')}</p>
      </div>
    </div>
  )
}

/** One line of the account with the button that copies it, without the spaces that it is shown with. */
function Line({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  const { t } = useTexts()
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-t2">{name}</p>
        <p className="text-t1">{children}</p>
      </div>
      <button
        type="button"
        aria-label={t('bank_pages.copy', { name })}
        onClick={() => void copyText(text, t)}
        className="target press flex size-11 shrink-0 items-center justify-center rounded-8 bg-s2 text-t2"
      >
        <Copy aria-hidden size={18} strokeWidth={1.75} />
      </button>
    </div>
  )
}

/** @example inGroups('RF18539007547034') // 'RF18 5390 0754 7034' */
const inGroups = (reference: string): string => reference.replace(/(.{4})(?=.)/g, '$1 ')

function Warning({ text }: { text: string }) {
  return (
    <p
      role="note"
      className="mx-4 mt-4 flex items-start gap-3 rounded-8 border border-danger bg-s1 p-3 text-13 text-t1"
    >
      <TriangleAlert aria-hidden size={18} className="shrink-0 text-danger" />
      {text}
    </p>
  )
}
