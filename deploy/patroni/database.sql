-- Once, by the superuser on the primary: the role that Plumb signs in as, and its database. It owns that one alone, and makes
-- the role with fewer rights that queries run as. {{words}} in double braces are filled in by scripts/patroni-files.mjs.
CREATE ROLE plumb LOGIN CREATEROLE PASSWORD '{{plumbPassword}}';
CREATE DATABASE plumb OWNER plumb;
