import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { boxProof } from '#domain/box/contract.ts'
import { contractProof } from '#domain/contract/contract.ts'
import { dualProof } from '#domain/dual/contract.ts'
import { roundProof } from '#domain/game/contract.ts'
import { pairText } from '#domain/market/instrument.ts'
import { optionProof } from '#domain/option/contract.ts'
import { STAKE_CURRENCY } from '#domain/option/terms.ts'
import type { Receipt } from '#domain/proof/receipt.ts'
import { spotProof } from '#domain/spot/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery, useHttpClient } from '#web/app/use-api.ts'
import { PriceSourceBadge } from '#web/features/quotes/price-source-badge.tsx'
import { utcStamp } from '#web/features/time/utc.ts'
import { AlterRow } from '#web/features/verify/alter-row.tsx'
import {
  type AnyProof,
  isBoxProof,
  isDualProof,
  isFillsProof,
  isOptionProof,
  isRoundProof,
} from '#web/features/verify/any-proof.ts'
import { CheckBar } from '#web/features/verify/check-bar.tsx'
import { type TapeMismatch, useKeptTape } from '#web/features/verify/kept.ts'
import { OriginFacts } from '#web/features/verify/origin-facts.tsx'
import { ProofSteps } from '#web/features/verify/proof-steps.tsx'
import type { ProofRun } from '#web/features/verify/run-proof.ts'
import { faultKey } from '#web/features/verify/tape-alarm.tsx'
import { amount, grouped } from '#web/format/number.ts'
import { type Translate, useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PlumbLine } from '#web/ui/plumb-line.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** Which call gives the proof of what the address names. */
const proofCalls = {
  position: contractProof,
  option: optionProof,
  dual: dualProof,
  box: boxProof,
  round: roundProof,
  id: spotProof,
} as const
type ProofName = keyof typeof proofCalls

/**
 * Computes again, in this browser, which tick triggered a stop, or what became of a contract, a seconds option or a dual
 * investment, and shows each step of it: `?id=` says of which order, `?position=` of which position, `?option=` of which
 * seconds option, `?dual=` of which dual investment, `?box=` of which blind box by its series and number, `?round=` of
 * which round of the price game.
 */
export default function VerifyPage() {
  const { t } = useTexts()
  const [query] = useSearchParams()
  const name = (Object.keys(proofCalls) as ProofName[]).find((each) => query.get(each)) ?? 'id'
  const id = query.get(name) ?? ''
  const proof = useApiQuery<(typeof proofCalls)[ProofName]>(proofCalls[name], askedFor(name, id), {
    enabled: id !== '',
  })
  return (
    <>
      <AppBar title={t('verify_pages.title')}>
        <span className="mr-3">
          <PriceSourceBadge isShort />
        </span>
      </AppBar>
      <main className="pb-28">
        {id === '' ? (
          <EmptyState
            title={t('verify_pages.none')}
            text={t('verify_pages.none_why')}
            action={{ label: t('wallet.verify_balance'), to: toPage('pages/verify/balance') }}
          />
        ) : proof.error ? (
          <ErrorState error={proof.error} onRetry={() => void proof.refetch()} />
        ) : proof.data ? (
          <Verification key={id} file={proof.data} />
        ) : (
          <SkeletonRows count={8} height={60} />
        )}
      </main>
    </>
  )
}

function Verification({ file }: { file: AnyProof }) {
  const { t } = useTexts()
  const [isAltered, setIsAltered] = useState(false)
  const { run, fault, again } = useRun(file, isAltered)
  if (!run) return <SkeletonRows count={8} height={60} />
  const isFine = run.ok && fault === undefined
  const failedAt = run.steps.findIndex(({ state }) => state === 'failed') + 1
  const receipt = run.facts.receipt ?? run.facts.receipts?.[0]
  return (
    <>
      <div className="flex items-start gap-4 border-b border-line gutter pb-5">
        <div className="min-w-0 flex-1 pt-4">
          <h2 aria-live="polite" className={`text-28 font-semibold ${isFine ? '' : 'text-danger'}`}>
            {isFine ? t('verify_pages.fits') : t('verify_pages.broken')}
          </h2>
          <p className="figures mt-1.5 text-15 text-t2">
            {isFine
              ? t('verify_pages.recomputed', { ms: run.ms.toFixed(0) })
              : isAltered
                ? t('verify_pages.altered', { step: failedAt })
                : run.ok
                  ? t(`verify.alarm_${faultKey[fault!]}`)
                  : t('verify_pages.fails_at', { step: failedAt })}
          </p>
          {isFine && <p className="text-15 text-t2">{t('verify_pages.not_sent')}</p>}
        </div>
        <PlumbLine key={String(isFine)} meaning={isFine ? 'recorded' : 'broken'} length={84} />
      </div>
      <div className="border-b border-line gutter py-3">
        <div className="min-w-0">
          <p className="text-15 font-semibold">
            {isRoundProof(file)
              ? `${t('game.menu')} #${subjectOf(file)}`
              : t('verify_pages.receipt_of', { order: subjectOf(file) })}
            {isAltered && (
              <span className="ml-2 inline-block whitespace-nowrap rounded-8 bg-s2 px-2 py-0.5 text-12 text-danger">
                {t('verify_pages.edited_copy')}
              </span>
            )}
          </p>
          {isRoundProof(file) && (
            <p className="figures text-13 text-t2">
              {pairText(file.round.symbol)} · {utcStamp(file.round.endsAtMs)}
            </p>
          )}
          {receipt && (
            <>
              <p className="text-13 text-t2">
                {titleOf(receipt, t)}
                {' · '}
                {sizeOf(receipt)}
              </p>
              <p className="figures text-13 text-t2">{utcStamp(receipt.acceptedAtMs)}</p>
            </>
          )}
        </div>
      </div>
      <ProofSteps run={run} file={file} />
      <div className="border-t border-line">
        <AlterRow
          title={t('verify_pages.change')}
          note={t('verify_pages.change_why')}
          altered={t('verify_pages.edited_why')}
          isAltered={isAltered}
          onAlter={() => setIsAltered(true)}
        />
      </div>
      <OriginFacts publicKey={file.publicKey} />
      <CheckBar
        file={file}
        name={`plumb-proof-${subjectOf(file)}`}
        isAltered={isAltered}
        onAgain={() => {
          setIsAltered(false)
          again()
        }}
      />
    </>
  )
}

/** @example askedFor('box', 'HARBOR.3') // { code: 'HARBOR', number: '3' } */
function askedFor(name: ProofName, id: string): { id: string } | { code: string; number: string } {
  const [code = '', number = ''] = id.split('.')
  return name === 'box' ? { code, number } : { id }
}

function subjectOf(file: AnyProof): string {
  if (isBoxProof(file)) return file.box.order
  if (isRoundProof(file)) return file.round.id
  if ('position' in file) return file.position
  if (isFillsProof(file)) return file.order
  return isOptionProof(file) || isDualProof(file) ? file.result.order : file.outcome.order
}

function sizeOf({ terms: { stake, quantity, lots, principal, currency, series, box } }: Receipt): string {
  if (series !== undefined) return `${series} · ${box}`
  if (principal !== undefined) return `${amount(principal)} ${currency}`
  return stake === undefined ? grouped(quantity ?? lots ?? '') : `${amount(stake)} ${STAKE_CURRENCY}`
}

function titleOf({ product, symbol, terms }: Receipt, t: Translate): string {
  if (product === 'box') return t('box.menu')
  const name = pairText(symbol)
  if (terms.side === undefined) return name
  return t(terms.side === 'buy' ? 'spot.order_buy' : 'spot.order_sell', { name })
}

/** Runs a proof, or its altered copy, as often as asked; and compares its tape with the one this browser keeps. */
function useRun(file: AnyProof, isAltered: boolean) {
  const http = useHttpClient()
  const [count, setCount] = useState(0)
  const [run, setRun] = useState<ProofRun>()
  const [fault, setFault] = useState<TapeMismatch>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count is a run
  useEffect(() => {
    let isCurrent = true
    async function start() {
      const { alteredProof, faultAgainstKept, runProof } = await import('#web/features/verify/run-proof.ts')
      if (!isCurrent) return
      setRun(runProof(isAltered ? alteredProof(file) : file))
      // Without a connection there is nothing to compare with; the proof itself needs none.
      const found = await faultAgainstKept(http, file, useKeptTape.getState()).catch(() => undefined)
      if (isCurrent) setFault(found)
    }
    void start()
    return () => {
      isCurrent = false
    }
  }, [http, file, isAltered, count])
  return { run, fault, again: () => setCount(count + 1) }
}
