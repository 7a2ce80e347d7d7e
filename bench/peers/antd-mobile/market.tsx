import { CapsuleTabs, SearchBar, Skeleton, TabBar, Tabs } from 'antd-mobile'
import {
  AppOutline,
  BankcardOutline,
  HistogramOutline,
  PayCircleOutline,
  UserOutline,
} from 'antd-mobile-icons'
import { useNavigate } from 'react-router-dom'
import { useSparklines } from '../shared/exchange.ts'
import { classes, movers, useMarket } from '../shared/market.ts'
import { Quotes } from './list.tsx'

const tabs = [
  { key: 'home', title: 'Home', icon: <AppOutline /> },
  { key: 'market', title: 'Market', icon: <HistogramOutline /> },
  { key: 'savings', title: 'Savings', icon: <BankcardOutline /> },
  { key: 'loan', title: 'Loan', icon: <PayCircleOutline /> },
  { key: 'account', title: 'Account', icon: <UserOutline /> },
]

export default function Market() {
  const navigate = useNavigate()
  const lines = useSparklines()
  const { rows, classId, setClass, mover, setMover } = useMarket()
  return (
    <>
      <header className="top">
        <SearchBar placeholder="Name, symbol or alias" />
        <CapsuleTabs activeKey={classId} onChange={setClass}>
          {classes.map(({ id, label }) => (
            <CapsuleTabs.Tab key={id} title={label} />
          ))}
        </CapsuleTabs>
      </header>
      <main className="market">
        <Tabs activeKey={mover} onChange={setMover}>
          {movers.map(({ id, label }) => (
            <Tabs.Tab key={id} title={label} />
          ))}
        </Tabs>
        <div className="heads muted">
          <span>Name</span>
          <span>Last price · 24 h</span>
        </div>
        {rows ? (
          <Quotes rows={rows} lines={lines} onOpen={(symbol) => navigate(`/trade?symbol=${symbol}`)} />
        ) : (
          <Skeleton.Paragraph lineCount={12} animated />
        )}
      </main>
      <footer className="bottom">
        <TabBar activeKey="market" safeArea>
          {tabs.map(({ key, ...tab }) => (
            <TabBar.Item key={key} {...tab} />
          ))}
        </TabBar>
      </footer>
    </>
  )
}
