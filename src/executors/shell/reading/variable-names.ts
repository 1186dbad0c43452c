import { longPattern } from '../../../core/index.ts'

/** Bash or the programs around obey these, by their names or by how they begin. */
const OBEYED = longPattern()`
  ^(?:BASH|CDPATH|CHILD_MAX|CI$|COLUMNS|COMP|COPROC|DIRSTACK|EMACS|ENV|EPOCH|EUID|EXECIGNORE|FCEDIT|FIGNORE|FUNC
  |GLOB|GROUPS|HIST|HOME|HOST|IFS|IGNOREEOF|INPUTRC|INSIDE|LANG|LC_|LD_|LINENO|LINES|LOGNAME|MACHTYPE|MAIL|MAPFILE
  |NO_COLOR|OLDPWD|OPT|OSTYPE|PAGER|PATH|PIPESTATUS|POSIX|PPID|PROMPT|PS[0-9]|PWD|RANDOM|READLINE|REPLY|SECONDS
  |SHELL|SHLVL|SRANDOM|TERM|TEXTDOMAIN|TIMEFORMAT|TMOUT|TMPDIR|TZ$|UID|USER|AR$|AWK|BZIP|CARGO|CC$|CFLAGS
  |CLASSPATH|CXX|CPP|DOTNET|EDITOR|GCC|GCONV|GIT|GO[A-Z]|GRADLE|GREP|GZIP|JAVA|JDK|LDFLAGS|LD$|LESS|LOCPATH|MAKE
  |MANPATH|MANPAGER|MAVEN|MFLAGS|NLSPATH|NODE|NPM|PERL|PIP|PYTEST|PYTHON|RIPGREP|RUBY|RUST|SSH|SSL|TAR|TOX|VISUAL
  |XZ|YARN|ZIP)
`

/** A name that means nothing to anybody but the command line that sets it: `for f in …`, `name=value`. */
export const isOrdinaryName = (name: string): boolean =>
  /^(?:[a-z][a-z0-9_]{0,30}|[A-Z][A-Z0-9_]{0,30})$/.test(name) &&
  !OBEYED.test(name) &&
  !/proxy|^npm_|^auto_resume$|^histchars$/i.test(name)
