import { useState } from 'react'
import { depositAddress, requestDeposit } from '#domain/deposit/contract.ts'
import { networkOf } from '#domain/deposit/networks.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { useApiQuery } from '#web/app/use-api.ts'
import { MoneyForm } from '#web/features/money/money-form.tsx'
import { amount } from '#web/format/number.ts'
import { useTexts } from '#web/texts/texts.ts'
import { Field } from '#web/ui/field.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Claim, type ClaimErrors, emptyClaim, tailOf, validateClaim } from './claim.ts'
import { ScreenshotField } from './screenshot-field.tsx'

/** What was sent, with its proof; two people look at it before it is credited. */
export function ProofStep({
  currency,
  network,
  onRequested,
}: {
  currency: string
  network: string
  onRequested(id: string): void
}) {
  const { t } = useTexts()
  const address = useApiQuery(depositAddress, { currency, network, whileClosed: '1' })
  const [claim, setClaim] = useState<Claim>(emptyClaim)
  const [image, setImage] = useState<string>()
  const [isTried, setTried] = useState(false)
  if (address.isError) return <ErrorState error={address.error} onRetry={() => void address.refetch()} />
  if (!address.data) return <SkeletonRows count={5} />

  const { minimum } = address.data
  const problems = validateClaim(claim, currency, minimum)
  const isRight = Object.keys(problems).length === 0
  const change = (part: Partial<Claim>) => setClaim({ ...claim, ...part })
  const bound = { minimum: amount(minimum, 0), currency }
  const errorOf = (part: keyof ClaimErrors): string | undefined => {
    const problem = problems[part]
    if (!isTried || !problem) return undefined
    return problem === 'amount_small'
      ? t('deposit_pages.error_amount_small', bound)
      : t(`deposit_pages.error_${problem}`)
  }

  return (
    <MoneyForm
      endpoint={requestDeposit}
      input={
        isRight && image
          ? { ...claim, currency, network, address: address.data.address, image, sender: claim.sender.trim() }
          : undefined
      }
      onIncomplete={() => setTried(true)}
      above={
        <>
          <div>
            <h2 className="text-20 font-semibold">{t('deposit_pages.proof_title')}</h2>
            <p className="pt-1 text-15 text-t2">{t('deposit_pages.proof_why')}</p>
          </div>
          <ScreenshotField
            label={t('deposit_pages.screenshot')}
            error={isTried && !image ? t('deposit_pages.screenshot_missing') : undefined}
            onUpload={setImage}
          />
        </>
      }
      amount={{
        value: claim.amount,
        onChange: (typed) => change({ amount: typed }),
        currency,
        error: errorOf('amount'),
        hint: t('deposit_pages.minimum_is', bound),
      }}
      action={t('deposit_pages.send')}
      confirmation={{
        title: t('deposit_pages.confirm'),
        lines: [
          { name: t('deposit_pages.amount'), value: `${amount(claim.amount)} ${currency}`, isStrong: true },
          { name: t('deposit_pages.step_network'), value: networkOf(network).name },
          {
            name: t('deposit_pages.tail_short'),
            value: <span className="font-mono text-13">…{claim.hashTail}</span>,
          },
          { name: t('deposit_pages.sender'), value: claim.sender },
        ],
        action: t('deposit_pages.send'),
        note: t('deposit_pages.credited_what_arrived'),
        notDone: t('deposit_pages.not_sent'),
      }}
      onDone={({ id }) => onRequested(id)}
    >
      <Field
        label={t('deposit_pages.tail')}
        hint={t('deposit_pages.tail_hint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={claim.hashTail}
        error={errorOf('hashTail')}
        onChange={(event) => change({ hashTail: tailOf(event.target.value) })}
      />
      <Field
        label={t('deposit_pages.sender')}
        hint={t('deposit_pages.sender_hint')}
        autoComplete="name"
        maxLength={60}
        value={claim.sender}
        error={errorOf('sender')}
        onChange={(event) => change({ sender: event.target.value })}
      />
    </MoneyForm>
  )
}
