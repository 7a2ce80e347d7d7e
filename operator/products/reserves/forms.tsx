import { proposeColdAddress, proposeNetworkFee, proposeRetiredAddress } from '#domain/reserves/console.ts'
import { t } from '../../texts.ts'
import { Choice } from '../../ui/choice.tsx'
import { DecimalField, PlainField, ProposalForm } from '../../ui/proposal-form.tsx'
import type { ColdAddress } from './types.ts'

/** An address of the platform's own, for somebody else to check in the wallet too. */
export const AddressForm = ({ chains, onClose }: { chains: readonly string[]; onClose(): void }) => (
  <ProposalForm
    endpoint={proposeColdAddress}
    panel={t('reserves.addresses')}
    title={t('reserves.add')}
    text={t('reserves.form_add_text')}
    onClose={onClose}
  >
    <ChainChoice chains={chains} />
    <PlainField label={t('reserves.address')} name="address" />
    <PlainField label={t('reserves.label')} name="label" />
  </ProposalForm>
)

/** That an address counts no more. */
export const RetireForm = ({ address, onClose }: { address: ColdAddress; onClose(): void }) => (
  <ProposalForm
    endpoint={proposeRetiredAddress}
    panel={address.label}
    title={t('reserves.form_retire_title')}
    text={t('reserves.form_retire_text')}
    inputOf={(typed) => ({ ...typed, id: address.id })}
    onClose={onClose}
  >
    <p className="figures text-13 break-all text-t2">{address.address}</p>
  </ProposalForm>
)

/** What a chain charged for a movement between the platform's own addresses. */
export const FeeForm = ({ chains, onClose }: { chains: readonly string[]; onClose(): void }) => (
  <ProposalForm
    endpoint={proposeNetworkFee}
    panel={t('reserves.title')}
    title={t('reserves.fee')}
    text={t('reserves.form_fee_text')}
    onClose={onClose}
  >
    <ChainChoice chains={chains} />
    <PlainField label={t('reserves.form_transaction')} name="txReference" />
    <DecimalField label={t('reserves.form_amount')} name="amount" />
  </ProposalForm>
)

const ChainChoice = ({ chains }: { chains: readonly string[] }) => (
  <Choice
    label={t('reserves.chain')}
    name="chain"
    options={chains.map((chain) => ({ id: chain, label: chain }))}
    value={chains[0]!}
  />
)
