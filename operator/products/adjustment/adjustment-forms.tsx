import { proposeGive, proposeReturn, proposeTake, type SuspendedView } from '#domain/adjustment/console.ts'
import { adjustedWallets } from '#domain/adjustment/rules.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { PaymentFields } from '../../ui/payment-fields.tsx'
import { CurrencyChoice, DecimalField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'

const walletOptions = adjustedWallets.map((id) => ({ id, label: t(`adjustment.wallet_${id}`) }))

const Told = () => <p className="text-13 text-t2">{t('adjustment.told')}</p>

const CustomerField = ({ defaultValue }: { defaultValue?: string }) => (
  <PlainField
    label={t('adjustment.customer')}
    name="customerId"
    inputMode="numeric"
    {...(defaultValue !== undefined && { defaultValue })}
  />
)

/** From a customer's available balance into suspense. */
export const TakeForm = ({ onClose }: { onClose(): void }) => (
  <ProposalForm
    endpoint={proposeTake}
    panel={t('adjustment.title')}
    title={t('adjustment.take')}
    text={t('adjustment.take_text')}
    onClose={onClose}
  >
    <CustomerField />
    <Choice label={t('adjustment.wallet')} name="wallet" options={walletOptions} value="funding" />
    <CurrencyChoice />
    <DecimalField label={t('adjustment.amount')} name="amount" />
    <Told />
  </ProposalForm>
)

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
export const GiveForm = ({ taking, onClose }: Drawn) => (
  <ProposalForm
    endpoint={proposeGive}
    panel={taking.reference}
    title={t('adjustment.give')}
    text={t('adjustment.give_text')}
    inputOf={(typed) => ({ ...typed, take: taking.id, currency: taking.currency })}
    onClose={onClose}
  >
    <CustomerField defaultValue={taking.customerId} />
    <Choice label={t('adjustment.wallet')} name="wallet" options={walletOptions} value={taking.wallet} />
    <DrawnAmount taking={taking} />
    <p className="text-13 text-t2">{t('adjustment.told_both')}</p>
  </ProposalForm>
)

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
