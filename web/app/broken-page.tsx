import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useTitle } from '#web/app/use-title.ts'
import { texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { PlumbLine } from '#web/ui/plumb-line.tsx'
import { AppBar } from './app-bar.tsx'
import { type ChunkError, chunkErrorOf } from './chunk-error.ts'
import { NoConnection } from './no-connection.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { tabOf } from './tab-bar.tsx'

/** A page that threw, or a part of it that did not load: the bar and the way back stay. */
export function BrokenPage({ error }: { error: unknown }) {
  const chunk = chunkErrorOf(error)
  return chunk ? <NotLoaded chunk={chunk} /> : <Told chunk={undefined} />
}

/**
 * A part that did not load. Without a server there is no connection to blame a newer version for: the page is
 * loaded anew as soon as there is one, which loses nothing, for its state is in its URL.
 */
function NotLoaded({ chunk }: { chunk: ChunkError }) {
  const [isReachable, setReachable] = useState<boolean>()
  const [wasAway, setAway] = useState(false)
  const probe = useCallback(async () => {
    const isThere = await isServerThere()
    setReachable(isThere)
    if (!isThere) setAway(true)
  }, [])
  useEffect(() => void probe(), [probe])
  useEffect(() => {
    if (isReachable && wasAway) location.reload()
  }, [isReachable, wasAway])

  if (isReachable === undefined) return <PageSkeleton />
  return wasAway ? <NoConnection onRetry={() => void probe()} /> : <Told chunk={chunk} />
}

function Told({ chunk }: { chunk: ChunkError | undefined }) {
  const { pathname } = useLocation()
  const t = texts()
  return (
    <>
      <AppBar title={t(chunk ? 'common.page_not_loaded' : 'common.page_broken')} hasBack={!tabOf(pathname)} />
      <Explanation chunk={chunk} />
    </>
  )
}

/** The whole app broke, its router too: there is no bar to keep. */
export function BrokenApp({ error }: { error: unknown }) {
  const chunk = chunkErrorOf(error)
  const t = texts()
  const title = t(chunk ? 'common.page_not_loaded' : 'common.page_broken')
  useTitle(title)
  return <Explanation chunk={chunk} title={title} />
}

function Explanation({ chunk, title }: { chunk: ChunkError | undefined; title?: string }) {
  const t = texts()
  return (
    <main className="flex flex-col items-center gap-4 gutter pb-24 text-center" role="alert">
      <PlumbLine meaning="broken" length={160} />
      {title && <h1 className="text-20 font-semibold">{title}</h1>}
      <p className="text-15 text-t2">
        {chunk ? t(`common.chunk_${chunk.kind}`) : t('common.page_broken_why')}
      </p>
      {chunk?.url && <p className="max-w-full break-all font-mono text-12 text-t3">{chunk.url}</p>}
      <Button kind="primary" onClick={() => location.reload()}>
        {t('common.reload')}
      </Button>
    </main>
  )
}

const PROBE_MS = 10_000

/** Whether the server answers at all, whatever it says. */
const isServerThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
