import { lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type LiabilitiesProofFile, liabilitiesProof } from '#domain/liabilities/contract.ts'
import { profile } from '#domain/user/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { ErrorState } from '#web/app/error-state.tsx'
import { toPage } from '#web/app/page-list.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { whenIdle } from '#web/app/when-idle.ts'
import { utcStamp } from '#web/features/time/utc.ts'
import { AlterRow } from '#web/features/verify/alter-row.tsx'
import { CheckBar } from '#web/features/verify/check-bar.tsx'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/list-row.tsx'
import { PlumbLine } from '#web/ui/plumb-line.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CheckSteps } from './check-steps.tsx'
import { OwnBalances, Totals } from './figures.tsx'
import { alteredFile, type LiabilitiesRun, linesOf, runCheck } from './run-check.ts'

/**
 * Checks in this browser that the customer's balances are part of what the platform says it owes all customers, and
 * shows that total beside the reserves: of the newest snapshot, or of the one that `?number=` names.
 */
export default function BalancePage() {
  const { t } = useTexts()
  const [query] = useSearchParams()
  const number = query.get('number') ?? undefined
  const me = useApiQuery(profile, {})
  const proof = useApiQuery(liabilitiesProof, number ? { number } : {})
  const code = proof.error?.code
  // Not part of the page: what is shown first does not wait for it.
  useEffect(() => whenIdle(() => void import('./warm-up.ts').then(({ warmUp }) => warmUp())), [])
  return (
    <>
      <AppBar title={t('liabilities_pages.title')} />
      <main className="pb-28">
        {code === 'NOT_FOUND' ? (
          <EmptyState title={t('liabilities_pages.none')} text={t('liabilities_pages.none_why')} />
        ) : code === 'LIABILITIES_NOTHING_OWED' ? (
          <Suspense fallback={<SkeletonRows count={8} height={60} />}>
            <NothingOwed number={number} />
          </Suspense>
        ) : proof.error || me.error ? (
          <ErrorState
            error={(proof.error ?? me.error)!}
            onRetry={() => void Promise.all([proof.refetch(), me.refetch()])}
          />
        ) : proof.data && me.data ? (
          <Check key={proof.data.statement} file={proof.data} customer={me.data.uid} />
        ) : (
          <SkeletonRows count={8} height={60} />
        )}
      </main>
    </>
  )
}

/** Its own chunk: few see it, and the page that all see is small enough without. */
const NothingOwed = lazy(() => import('./nothing-owed.tsx'))

function Check({ file, customer }: { file: LiabilitiesProofFile; customer: string }) {
  const { t } = useTexts()
  const [isAltered, setIsAltered] = useState(false)
  const { run, again } = useRun(file, customer, isAltered)
  if (!run) return <SkeletonRows count={8} height={60} />
  const { ok, facts } = run
  const failedAt = run.steps.findIndex(({ state }) => state === 'failed') + 1
  const { statement, own } = facts
  const lines = statement && linesOf(statement, own)
  return (
    <>
      <div className="flex items-start gap-4 border-b border-line gutter pb-5">
        <div className="min-w-0 flex-1 pt-4">
          <h2 aria-live="polite" className={`text-28 font-semibold text-balance ${ok ? '' : 'text-danger'}`}>
            {ok ? t('liabilities_pages.included') : t('verify_pages.broken')}
          </h2>
          <p className="figures mt-1.5 text-15 text-t2">
            {ok
              ? t('verify_pages.recomputed', { ms: run.ms.toFixed(0) })
              : isAltered
                ? t('liabilities_pages.altered', { step: failedAt })
                : t('verify_pages.fails_at', { step: failedAt })}
          </p>
          {statement && (
            <p className="figures mt-1 text-13 text-t3">
              {t('liabilities_pages.snapshot', { number: statement.number })} · {utcStamp(statement.atMs)}
            </p>
          )}
        </div>
        <PlumbLine key={String(ok)} meaning={ok ? 'recorded' : 'broken'} length={84} />
      </div>
      <div className="lg:grid lg:grid-cols-2 lg:gap-x-8">
        <div>
          {ok && lines && <OwnBalances lines={lines} />}
          {lines && <Totals lines={lines} />}
        </div>
        <div>
          <CheckSteps run={run} publicKey={file.publicKey} />
          <div className="border-t border-line">
            <AlterRow
              title={t('liabilities_pages.change')}
              note={t('liabilities_pages.change_why')}
              altered={t('liabilities_pages.edited_why')}
              isAltered={isAltered}
              onAlter={() => setIsAltered(true)}
            />
            <ListRow
              title={t('liabilities_pages.see_statement')}
              note={t('liabilities_pages.see_statement_why')}
              to={toPage('pages/setting/bill')}
            />
          </div>
        </div>
      </div>
      <CheckBar
        file={file}
        name={`plumb-balance-${statement?.number ?? ''}`}
        isAltered={isAltered}
        onAgain={() => {
          setIsAltered(false)
          again()
        }}
      />
    </>
  )
}

/** Runs the check, or that of an altered copy, as often as asked; once the page has been drawn. */
function useRun(file: LiabilitiesProofFile, customer: string, isAltered: boolean) {
  const [count, setCount] = useState(0)
  const [run, setRun] = useState<LiabilitiesRun>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each count is a run
  useEffect(
    () => setRun(runCheck(isAltered ? alteredFile(file) : file, customer)),
    [...[file, customer, isAltered, count]],
  )
  return { run, again: () => setCount(count + 1) }
}
