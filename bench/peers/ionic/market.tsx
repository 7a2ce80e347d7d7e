import {
  IonContent,
  IonFooter,
  IonHeader,
  IonIcon,
  IonLabel,
  IonPage,
  IonSearchbar,
  IonSegment,
  IonSegmentButton,
  IonSkeletonText,
  IonTabBar,
  IonTabButton,
  IonToolbar,
  useIonRouter,
} from '@ionic/react'
import { barChart, cash, home, person, wallet } from 'ionicons/icons'
import { useSparklines } from '../shared/exchange.ts'
import { classes, movers, useMarket } from '../shared/market.ts'
import { Quotes } from './list.tsx'

const tabs = [
  { tab: 'home', label: 'Home', icon: home },
  { tab: 'market', label: 'Market', icon: barChart },
  { tab: 'savings', label: 'Savings', icon: wallet },
  { tab: 'loan', label: 'Loan', icon: cash },
  { tab: 'account', label: 'Account', icon: person },
]

export default function Market() {
  const router = useIonRouter()
  const lines = useSparklines()
  const { rows, classId, setClass, mover, setMover } = useMarket()
  return (
    <IonPage>
      <IonHeader>
        <IonToolbar>
          <IonSearchbar placeholder="Name, symbol or alias" />
        </IonToolbar>
        <IonToolbar>
          <IonSegment scrollable value={classId} onIonChange={({ detail }) => setClass(String(detail.value))}>
            {classes.map(({ id, label }) => (
              <IonSegmentButton key={id} value={id}>
                <IonLabel>{label}</IonLabel>
              </IonSegmentButton>
            ))}
          </IonSegment>
        </IonToolbar>
        <IonToolbar>
          <IonSegment scrollable value={mover} onIonChange={({ detail }) => setMover(String(detail.value))}>
            {movers.map(({ id, label }) => (
              <IonSegmentButton key={id} value={id}>
                <IonLabel>{label}</IonLabel>
              </IonSegmentButton>
            ))}
          </IonSegment>
        </IonToolbar>
        <div className="heads muted">
          <span>Name</span>
          <span>Last price · 24 h</span>
        </div>
      </IonHeader>
      <IonContent scrollY={false}>
        {rows ? (
          <Quotes rows={rows} lines={lines} onOpen={(symbol) => router.push(`/trade?symbol=${symbol}`)} />
        ) : (
          <IonSkeletonText animated style={{ height: '100%' }} />
        )}
      </IonContent>
      <IonFooter>
        <IonTabBar selectedTab="market">
          {tabs.map(({ tab, label, icon }) => (
            <IonTabButton key={tab} tab={tab}>
              <IonIcon icon={icon} />
              <IonLabel>{label}</IonLabel>
            </IonTabButton>
          ))}
        </IonTabBar>
      </IonFooter>
    </IonPage>
  )
}
