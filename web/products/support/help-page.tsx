import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ownSupportChannel } from '#domain/support/channel.ts'
import { supportContact, supportState } from '#domain/support/contract.ts'
import { AppBar } from '#web/app/app-bar.tsx'
import { useClient, useSignedIn } from '#web/app/client-state.ts'
import { ErrorState } from '#web/app/error-state.tsx'
import { subscribe } from '#web/app/socket.ts'
import { useApiQuery } from '#web/app/use-api.ts'
import { useTexts } from '#web/texts/texts.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Chat } from './chat.tsx'
import { Contact, Presence, SignInToChat } from './contact.tsx'
import { HelpSearch } from './help-search.tsx'
import { askAgain } from './send.ts'

const REFRESH_MS = 10_000

/** Help: when the service is there and how else it is reached, and a customer's own chat with it. */
export default function HelpPage() {
  const { t } = useTexts()
  const isSignedIn = useSignedIn()
  const uid = useClient(({ user }) => user?.uid)
  useSupportLive()
  const contact = useApiQuery(supportContact, {})
  const state = useApiQuery(supportState, {}, { refetchMs: REFRESH_MS })
  const isInChat =
    isSignedIn && state.data !== undefined && (state.data.conversation?.status ?? 'closed') !== 'closed'
  return (
    <>
      <AppBar title={t('support_pages.title')} />
      <main className="flex flex-col pb-40">
        {state.data && contact.data ? (
          <>
            <Presence state={state.data} />
            {!isInChat && <HelpSearch />}
            <Contact contact={contact.data} isOpen={!isSignedIn} />
            {isSignedIn && uid !== undefined ? <Chat uid={uid} state={state.data} /> : <SignInToChat />}
          </>
        ) : state.error || contact.error ? (
          <ErrorState
            error={state.error ?? contact.error}
            onRetry={() => {
              void state.refetch()
              void contact.refetch()
            }}
          />
        ) : (
          <SkeletonRows count={4} />
        )}
      </main>
    </>
  )
}

/** Asks again for the chat when the server says that something was written or happened in it. */
function useSupportLive(): void {
  const queries = useQueryClient()
  useEffect(
    () =>
      subscribe(ownSupportChannel, {}, () => {
        void askAgain(queries)
      }),
    [queries],
  )
}
