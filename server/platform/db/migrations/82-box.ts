import { type Kysely, sql } from 'kysely'

/** Which state may follow which; the same as `boxCan` in `domain/box/rules.ts`. */
const steps = ['sealed drawn', 'sealed refunded', 'drawn opened']

/**
 * Blind boxes: series, what is in each, a committed secret for each number, and boxes.
 *
 * What a series promises never changes: contents and commitments are only added, in the transaction that makes it, and
 * have no UPDATE grant but for which box an item was in, once. A box goes forward only, and what it was bought and drawn with
 * stays. Secrets are sealed with a key that is in no database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE box_series (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      code text NOT NULL CONSTRAINT box_series_code UNIQUE,
      name text NOT NULL,
      description text NOT NULL,
      price bigint NOT NULL CHECK (price > 0),
      per_customer integer NOT NULL CHECK (per_customer > 0),
      items integer NOT NULL CHECK (items > 1),
      -- For how many numbers there is a secret.
      boxes integer NOT NULL CHECK (boxes >= items),
      -- The roots of the contents and of the commitments, hex.
      inventory text NOT NULL CHECK (inventory ~ '^[0-9a-f]{64}$'),
      commitment text NOT NULL CHECK (commitment ~ '^[0-9a-f]{64}$'),
      opens_at timestamptz NOT NULL,
      ends_at timestamptz NOT NULL CHECK (ends_at > opens_at),
      status text NOT NULL CHECK (status IN ('sale', 'ended')),
      is_open boolean NOT NULL,
      -- When it was last closed.
      closed_at timestamptz,
      -- Numbers that were given; of these those that were drawn and paid back, and what sums these up.
      issued integer NOT NULL DEFAULT 0,
      drawn integer NOT NULL DEFAULT 0 CHECK (drawn >= 0),
      refunded integer NOT NULL DEFAULT 0 CHECK (refunded >= 0),
      decided_head text NOT NULL CHECK (decided_head ~ '^[0-9a-f]{64}$'),
      proposal bigint,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT box_series_never_oversold CHECK (issued - refunded BETWEEN 0 AND items AND issued <= boxes),
      CONSTRAINT box_series_decides_what_was_sold CHECK (drawn + refunded <= issued),
      CONSTRAINT box_series_ends_decided CHECK (status = 'sale' OR drawn + refunded = issued)
    ) WITH (fillfactor = 70)`.execute(db)
  await sql`CREATE INDEX box_series_due ON box_series (ends_at) WHERE status = 'sale'`.execute(db)
  await sql`CREATE INDEX box_series_waiting ON box_series (id) WHERE issued > drawn + refunded`.execute(db)
  await sql`
    CREATE TABLE box_item (
      series_id bigint NOT NULL REFERENCES box_series,
      place integer NOT NULL CHECK (place > 0),
      artwork_id bigint NOT NULL,
      artwork text NOT NULL,
      digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
      rarity text NOT NULL CHECK (rarity IN ('common', 'uncommon', 'rare', 'epic', 'legendary')),
      -- The number of the box that it was in.
      drawn_in integer CHECK (drawn_in > 0),
      PRIMARY KEY (series_id, place)
    ) WITH (fillfactor = 80)`.execute(db)
  await sql`CREATE UNIQUE INDEX box_item_box ON box_item (series_id, drawn_in) WHERE drawn_in IS NOT NULL`.execute(
    db,
  )
  await sql`CREATE INDEX box_item_artwork ON box_item (artwork_id)`.execute(db)
  await sql`
    CREATE TABLE box_secret (
      series_id bigint NOT NULL REFERENCES box_series,
      number integer NOT NULL CHECK (number > 0),
      -- Sealed, bound to the series and the number.
      sealed bytea NOT NULL,
      -- Its place among the commitments: the hashes of its proof, hex, one behind the other.
      proof text NOT NULL,
      PRIMARY KEY (series_id, number)
    )`.execute(db)
  await sql`
    CREATE TABLE box (
      id bigint PRIMARY KEY,
      series_id bigint NOT NULL REFERENCES box_series,
      number integer NOT NULL CHECK (number > 0),
      customer_id bigint NOT NULL,
      price bigint NOT NULL CHECK (price > 0),
      client_seed text NOT NULL CHECK (client_seed ~ '^[A-Za-z0-9_-]{8,64}$'),
      -- Whose first tick behind this size of the tape the draw takes.
      symbol text NOT NULL,
      tape_size bigint NOT NULL CHECK (tape_size >= 0),
      bought_at timestamptz NOT NULL,
      rules_version integer NOT NULL,
      state text NOT NULL CHECK (state IN ('sealed', 'drawn', 'opened', 'refunded')),
      failure text CHECK (failure IN ('no-tick', 'not-revealed')),
      -- What was revealed and drawn.
      secret text CHECK (secret ~ '^[0-9a-f]{64}$'),
      seal_sequence bigint,
      seal_tick text,
      place integer,
      drawn_at timestamptz,
      ended_at timestamptz,
      CONSTRAINT box_number UNIQUE (series_id, number),
      CONSTRAINT box_seed UNIQUE (customer_id, client_seed),
      CONSTRAINT box_fails_for_a_reason CHECK ((state = 'refunded') = (failure IS NOT NULL)),
      CONSTRAINT box_drawn_is_revealed CHECK (
        (state IN ('drawn', 'opened')) = (secret IS NOT NULL) AND (secret IS NULL) = (place IS NULL)
        AND (secret IS NULL) = (drawn_at IS NULL) AND (secret IS NULL) = (seal_tick IS NULL)
        AND (secret IS NULL) = (seal_sequence IS NULL)),
      CONSTRAINT box_after_the_purchase CHECK (seal_sequence IS NULL OR seal_sequence > tape_size),
      CONSTRAINT box_ends_once CHECK ((state IN ('opened', 'refunded')) = (ended_at IS NOT NULL)),
      FOREIGN KEY (series_id, place) REFERENCES box_item
    ) WITH (fillfactor = 70)`.execute(db)
  await sql`CREATE INDEX box_of_customer ON box (customer_id, id DESC)`.execute(db)
  await sql`CREATE INDEX box_of_customer_in_series ON box (series_id, customer_id)`.execute(db)
  await sql`CREATE INDEX box_bought ON box (bought_at, id)`.execute(db)
  // What waits for its draw, in the order of the numbers; and what opens by itself.
  await sql`CREATE INDEX box_sealed ON box (series_id, number) WHERE state = 'sealed'`.execute(db)
  await sql`CREATE INDEX box_unopened ON box (drawn_at) WHERE state = 'drawn'`.execute(db)
  await sql`
    CREATE FUNCTION box_goes_forward() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.state <> NEW.state AND OLD.state || ' ' || NEW.state NOT IN (${sql.join(
        steps.map((step) => sql.lit(step)),
      )}) THEN
        RAISE EXCEPTION 'box % is %', OLD.id, OLD.state USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      IF OLD.state IN ('opened', 'refunded') THEN
        RAISE EXCEPTION 'box % ended', OLD.id USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      RETURN NEW;
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER box_goes_forward BEFORE UPDATE ON box FOR EACH ROW EXECUTE FUNCTION box_goes_forward()`.execute(
    db,
  )
  await sql`
    CREATE FUNCTION box_was_drawn() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'a % of series % was drawn', TG_TABLE_NAME, OLD.series_id
        USING ERRCODE = 'integrity_constraint_violation';
    END $$`.execute(db)
  await sql`
    CREATE TRIGGER box_drawn_once BEFORE UPDATE ON box FOR EACH ROW
      WHEN (OLD.secret IS NOT NULL AND (OLD.secret, OLD.place, OLD.seal_sequence, OLD.seal_tick, OLD.drawn_at)
        IS DISTINCT FROM (NEW.secret, NEW.place, NEW.seal_sequence, NEW.seal_tick, NEW.drawn_at))
      EXECUTE FUNCTION box_was_drawn()`.execute(db)
  await sql`
    CREATE TRIGGER box_item_drawn_once BEFORE UPDATE ON box_item FOR EACH ROW
      WHEN (OLD.drawn_in IS NOT NULL AND OLD.drawn_in IS DISTINCT FROM NEW.drawn_in)
      EXECUTE FUNCTION box_was_drawn()`.execute(db)
  await sql`GRANT SELECT, INSERT ON box_series, box_item, box_secret, box TO plumb_app`.execute(db)
  await sql`
    GRANT UPDATE (status, is_open, closed_at, issued, drawn, refunded, decided_head, updated_at) ON box_series TO plumb_app`.execute(
    db,
  )
  await sql`GRANT UPDATE (drawn_in) ON box_item TO plumb_app`.execute(db)
  await sql`
    GRANT UPDATE (state, failure, secret, seal_sequence, seal_tick, place, drawn_at, ended_at) ON box TO plumb_app`.execute(
    db,
  )
}
