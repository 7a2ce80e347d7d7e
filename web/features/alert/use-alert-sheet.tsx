import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findInstrument } from '#domain/market/instruments.ts'
import { useSignedIn } from '#web/app/client-state.ts'
import { toPage } from '#web/app/page-list.ts'

const AlertSheet = lazy(() => import('./alert-sheet.tsx'))

/** Opens the price alerts of an instrument; a visitor signs in first and comes back. Returns how, and the sheet. */
export function useAlertSheet(): readonly [open: (symbol: string) => void, sheet: ReactNode] {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isSignedIn = useSignedIn()
  const [symbol, setSymbol] = useState<string>()
  const open = useCallback(
    (next: string) =>
      isSignedIn ? setSymbol(next) : navigate(toPage('pages/common/login', { from: pathname + search })),
    [isSignedIn, navigate, pathname, search],
  )
  const instrument = symbol === undefined ? undefined : findInstrument(symbol)
  const sheet = instrument && (
    <Suspense>
      <AlertSheet instrument={instrument} onClose={() => setSymbol(undefined)} />
    </Suspense>
  )
  return [open, sheet]
}
