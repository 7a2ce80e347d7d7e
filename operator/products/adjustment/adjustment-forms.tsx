import { useState } from 'react'
import { proposeGive, proposeReturn, proposeTake, type SuspendedView } from '#domain/adjustment/console.ts'
import { adjustedWallets } from '#domain/adjustment/rules.ts'
import { consoleCustomer } from '#domain/console/contract.ts'
import { useMay } from '../../app/session.ts'
import { useLoggedLook } from '../../app/use-logged-look.ts'
import { amountText } from '../../format.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { PaymentFields } from '../../ui/payment-fields.tsx'
import { CurrencyChoice, DecimalField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'

const walletOptions = adjustedWallets.map((id) => ({ id, label: t(`adjustment.wallet_${id}`) }))

const Told = () => <p className="text-13 text-t2">{t('adjustment.told')}</p>

/** A number as far as it can be a customer's. */
const NUMBER = /^[1-9]\d{0,17}$/

/**
 * Whose account it is: asked for once for each number, when its field is left, since each look is logged. Says who that is, and what
 * is available.
 */
function CustomerField({
  defaultValue = '',
  wallet,
  currency,
}: {
  defaultValue?: string
  wallet: string
  currency: string
}) {
  const mayLook = useMay(consoleCustomer)
  const [number, setNumber] = useState('')
  const isNumber = NUMBER.test(number)
  const { data, error } = useLoggedLook(consoleCustomer, { id: number }, mayLook && isNumber)
  const isNobody = isNumber && error?.code === 'NOT_FOUND'
  const person = isNumber ? data : undefined
  const balance = person?.balances.find((one) => one.walletType === wallet && one.currency === currency)
  return (
    <PlainField
      label={t('adjustment.customer')}
      name="customerId"
      inputMode="numeric"
      defaultValue={defaultValue}
      onBlur={({ target }) => setNumber(target.value.trim())}
      onInput={() => setNumber('')}
      error={isNobody ? t('adjustment.nobody') : undefined}
      hint={
        person &&
        t('adjustment.person', {
          person: [person.contact, person.nickname].filter(Boolean).join(', '),
          available: amountText(balance?.available ?? '0', currency),
        })
      }
    />
  )
}

/** From a customer's available balance into suspense. */
export function TakeForm({ onClose }: { onClose(): void }) {
  const [wallet, setWallet] = useState('funding')
  const [currency, setCurrency] = useState('USDT')
  return (
    <ProposalForm
      endpoint={proposeTake}
      panel={t('adjustment.title')}
      title={t('adjustment.take')}
      text={t('adjustment.take_text')}
      onClose={onClose}
    >
      <CustomerField wallet={wallet} currency={currency} />
      <Choice
        label={t('adjustment.wallet')}
        name="wallet"
        options={walletOptions}
        value="funding"
        onChange={setWallet}
      />
      <CurrencyChoice onChange={setCurrency} />
      <DecimalField label={t('adjustment.amount')} name="amount" />
      <Told />
    </ProposalForm>
  )
}

interface Drawn {
  readonly taking: SuspendedView
  onClose(): void
}

/** The amount of what was taken; all that is left of it until another is typed. */
const DrawnAmount = ({ taking: { currency, left } }: { taking: SuspendedView }) => (
  <DecimalField
    label={t('adjustment.amount')}
    name="amount"
    defaultValue={left}
    end={<span className="text-13 text-t2">{currency}</span>}
  />
)

/** Of what was taken, to a customer. */
export function GiveForm({ taking, onClose }: Drawn) {
  const [wallet, setWallet] = useState<string>(taking.wallet)
  return (
    <ProposalForm
      endpoint={proposeGive}
      panel={taking.reference}
      title={t('adjustment.give')}
      text={t('adjustment.give_text')}
      inputOf={(typed) => ({ ...typed, take: taking.id, currency: taking.currency })}
      onClose={onClose}
    >
      <CustomerField defaultValue={taking.customerId} wallet={wallet} currency={taking.currency} />
      <Choice
        label={t('adjustment.wallet')}
        name="wallet"
        options={walletOptions}
        value={taking.wallet}
        onChange={setWallet}
      />
      <DrawnAmount taking={taking} />
      <p className="text-13 text-t2">{t('adjustment.told_both')}</p>
    </ProposalForm>
  )
}

/** Of what was taken, paid back by hand. */
export const ReturnForm = ({ taking, onClose }: Drawn) => (
  <ProposalForm
    endpoint={proposeReturn}
    panel={taking.reference}
    title={t('adjustment.return')}
    text={t('adjustment.return_text')}
    inputOf={(typed) => ({ ...typed, take: taking.id, currency: taking.currency })}
    onClose={onClose}
  >
    <DrawnAmount taking={taking} />
    <PaymentFields currency={taking.currency} />
    <Told />
  </ProposalForm>
)
