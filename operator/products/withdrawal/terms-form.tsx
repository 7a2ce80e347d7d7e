import type { OutputOf } from '#domain/endpoint.ts'
import { unusualFee } from '#domain/listing/usual.ts'
import {
  type consoleWithdrawalTerms,
  proposeWithdrawalPause,
  proposeWithdrawalTerms,
} from '#domain/withdrawal/console.ts'
import { cardKindOf } from '#domain/withdrawal/rules.ts'
import { t } from '../../texts.ts'
import { BpsField } from '../../ui/bps-field.tsx'
import { Choice } from '../../ui/choice.tsx'
import { ProposalForm } from '../../ui/proposal-form.tsx'
import { TermAmountField } from '../../ui/term-field.tsx'

const pauseOptions = [
  { id: '0', label: t('withdrawal.runs') },
  { id: '1', label: t('withdrawal.paused') },
]

/** Another fee or minimum for withdrawals to come by one network, or its pause. */
export function WithdrawalTermsForm({
  way,
  onClose,
}: {
  way: OutputOf<typeof consoleWithdrawalTerms>['ways'][number]
  onClose(): void
}) {
  const { currency, network } = way
  return (
    <ProposalForm
      endpoint={proposeWithdrawalTerms}
      panel={t('withdrawal.change_terms')}
      title={`${currency}, ${network}`}
      text={t('withdrawal.change_text')}
      inputOf={(typed) => ({ ...typed, currency, network })}
      onClose={onClose}
    >
      {(['fee', 'minimum'] as const).map((name) => (
        <TermAmountField
          key={name}
          label={`${t(name === 'fee' && cardKindOf(network) ? 'withdrawal.term_minimum_fee' : `withdrawal.term_${name}`)}, ${currency}`}
          name={name}
          present={way[name]}
          decimals={0}
        />
      ))}
      {cardKindOf(network) && (
        <BpsField
          label={t('withdrawal.term_rate')}
          name="feeBps"
          present={way.feeBps}
          unusualOf={unusualFee}
        />
      )}
      <Choice
        label={t('withdrawal.state')}
        name="isPaused"
        options={pauseOptions}
        value={way.isPaused ? '1' : '0'}
      />
    </ProposalForm>
  )
}

/** Pauses all withdrawals, or goes on with them: whichever is not so now. */
export function WithdrawalPauseForm({ isPaused, onClose }: { isPaused: boolean; onClose(): void }) {
  return (
    <ProposalForm
      endpoint={proposeWithdrawalPause}
      panel={t('withdrawal.kind_pause')}
      title={t(isPaused ? 'withdrawal.resume_all' : 'withdrawal.pause_all')}
      text={t('withdrawal.pause_text')}
      inputOf={(typed) => ({ ...typed, isPaused: isPaused ? '0' : '1' })}
      onClose={onClose}
    >
      {null}
    </ProposalForm>
  )
}
