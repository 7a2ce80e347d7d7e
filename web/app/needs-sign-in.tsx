import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTexts } from '#web/texts/texts.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useSignedIn } from './client-state.ts'
import { REDIRECT_DELAY_MS } from './navigate.ts'
import { toPage } from './page-list.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { toast } from './toast.ts'

/**
 * Shows a protected page to a customer; a visitor is told to sign in and led there after 1.2 s. Who was signed in
 * on this very page knows why they no longer are: they signed out, or were told that the session has ended. They
 * are being led elsewhere already.
 */
export function NeedsSignIn({ children }: { children: ReactNode }) {
  const isSignedIn = useSignedIn()
  const wasSignedIn = useRef(isSignedIn)
  if (isSignedIn) {
    wasSignedIn.current = true
    return children
  }
  return wasSignedIn.current ? <SignedOut /> : <SignInFirst />
}

function SignInFirst() {
  const { t } = useTexts()
  const login = useLeadToSignIn(REDIRECT_DELAY_MS)
  useEffect(() => toast(t('common.please_login')), [t])
  return (
    <main>
      <EmptyState title={t('common.please_login')} action={{ label: t('common.sign_in'), to: login }} />
    </main>
  )
}

/** Only for who stays, however that came: nobody is left with an empty page. */
function SignedOut() {
  useLeadToSignIn(2 * REDIRECT_DELAY_MS)
  return <PageSkeleton />
}

/** Leads to sign-in, and back here from there. Returns: the URL of sign-in. */
function useLeadToSignIn(afterMs: number): string {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const login = toPage('pages/common/login', { from: pathname + search })
  useEffect(() => {
    const timer = setTimeout(() => navigate(login, { replace: true }), afterMs)
    return () => clearTimeout(timer)
  }, [navigate, login, afterMs])
  return login
}
