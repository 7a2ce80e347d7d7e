import { IonApp, IonContent, IonPage, setupIonicReact } from '@ionic/react'
import { createRoot } from 'react-dom/client'
import { liven, madeUpLines, madeUpQuotes } from '../../rows/made-up.ts'
import { quotes } from '../shared/exchange.ts'
import { Quotes } from './list.tsx'
import './look.ts'

/** The same list with the 200 made-up instruments that ours is watched with. */
setupIonicReact({ mode: 'md' })
quotes.take(madeUpQuotes)
createRoot(document.getElementById('app')!).render(
  <IonApp>
    <IonPage>
      <IonContent scrollY={false}>
        <Quotes rows={madeUpQuotes} lines={madeUpLines} onOpen={() => undefined} />
      </IonContent>
    </IonPage>
  </IonApp>,
)
liven(quotes)
