import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#web/texts/texts.ts'
import { useFavourites } from './favourites.ts'

const FavouritesSheet = lazy(() => import('./favourites-sheet.tsx'))

/** The way to put the favourites in order; nothing while there is nothing to put in order. */
export function ArrangeFavourites() {
  const { t } = useTexts()
  const { symbols = [] } = useFavourites()
  const [isOpen, setOpen] = useState(false)
  if (symbols.length === 0 && !isOpen) return <span />
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="target press text-12 text-t1 underline decoration-line2 underline-offset-4"
      >
        {t('market.arrange')}
      </button>
      {isOpen && (
        <Suspense>
          <FavouritesSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
