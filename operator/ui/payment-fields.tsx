import { BANK, paymentChains } from '#domain/deposit/rules.ts'
import { t } from '../texts.ts'
import { Choice } from './choice.tsx'
import { PlainField } from './proposal-form.tsx'

/** The fields of a payment between the platform and outside: its chain, its transaction, and which payment of that it is. */
export const PaymentFields = ({
  chains = paymentChains,
  chain = BANK,
}: {
  /** Those it can be of. */
  chains?: readonly string[]
  /** The one that is chosen at first. */
  chain?: string | undefined
}) => (
  <>
    <Choice
      // Begins anew with other chains: a select forgets its value where its options change.
      key={chains.join()}
      label={t('proposal.payment_chain')}
      name="chain"
      options={chains.map((id) => ({ id, label: id }))}
      value={chain}
    />
    <PlainField label={t('proposal.payment_transaction')} name="txReference" />
    <PlainField
      label={t('proposal.payment_output')}
      name="outputIndex"
      hint={t('proposal.payment_output_hint')}
      inputMode="numeric"
      defaultValue="0"
    />
  </>
)
