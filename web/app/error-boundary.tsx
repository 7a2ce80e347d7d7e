import { Component, type ReactNode } from 'react'
import { useTitle } from '#web/app/use-title.ts'
import { texts } from '#web/texts/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { PlumbLine } from '#web/ui/plumb-line.tsx'
import { type ChunkError, chunkErrorOf } from './chunk-error.ts'

/** Catches what a page throws: a chunk that did not load is told with its type and URL. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <Broken error={chunkErrorOf(this.state.error)} />
  }
}

function Broken({ error }: { error: ChunkError | undefined }) {
  const t = texts()
  const title = error ? t('common.page_not_loaded') : t('common.page_broken')
  useTitle(title)
  return (
    <main className="flex flex-col items-center gap-4 gutter pb-24 text-center" role="alert">
      <PlumbLine meaning="broken" length={160} />
      <h1 className="text-20 font-semibold">{title}</h1>
      <p className="text-15 text-t2">
        {error ? t(`common.chunk_${error.kind}`) : t('common.page_broken_why')}
      </p>
      {error?.url && <p className="max-w-full break-all font-mono text-12 text-t3">{error.url}</p>}
      <Button kind="primary" onClick={() => location.reload()}>
        {t('common.reload')}
      </Button>
    </main>
  )
}
