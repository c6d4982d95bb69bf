// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TakenNames.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace sa;
using llvm::StringRef;

/// Names that the headers of C, POSIX and C++ declare outside of namespaces;
/// without those that `isGlobalName` knows by a prefix or suffix.
static constexpr llvm::StringLiteral globalNames =
    "FILE a64l abort abs accept access acct acos acosh alarm aligned_alloc "
    "alloca arc4random arc4random_buf arc4random_uniform asctime asin asinh "
    "asprintf at_quick_exit atan atan2 atanh atexit atof atoi atol basename "
    "bcmp bcopy bind bind_textdomain_codeset bindtextdomain brk bsearch "
    "btowc bzero calloc canonicalize canonicalize_file_name cbrt ceil chdir "
    "chmod chown chroot clearenv clearerr clock clock_adjtime "
    "clock_getcpuclockid clock_getres clock_gettime clock_nanosleep "
    "clock_settime clone close close_range closefrom confstr connect "
    "copy_file_range copysign cos cosh crypt ctermid ctime cuserid daddl "
    "daemon daylight dcgettext dcngettext ddivl dfmal dgettext difftime div "
    "dmull dngettext dprintf drand48 drand48_data drem dsqrtl dsubl dup dup2 "
    "dup3 duplocale dysize eaccess ecvt endusershell environ erand48 erf "
    "erfc euidaccess execl execle execlp execv execve execveat execvp "
    "execvpe exit exp exp10 exp2 explicit_bzero expm1 fabs faccessat fadd "
    "fchdir fchmod fchmodat fchown fchownat fclose fcloseall fcvt fd_mask "
    "fd_set fdatasync fdim fdiv fdopen feclearexcept fedisableexcept "
    "feenableexcept fegetenv fegetexcept fegetexceptflag fegetmode "
    "fegetround feholdexcept feof feraiseexcept ferror fesetenv fesetexcept "
    "fesetexceptflag fesetmode fesetround fetestexcept fetestexceptflag "
    "feupdateenv fexecve fflush ffma ffs fgetc fgetpos fgets fgetwc fgetws "
    "fileno finite flockfile floor fma fmax fmaximum fmaximum_mag "
    "fmaximum_mag_num fmaximum_num fmaxmag fmemopen fmin fminimum "
    "fminimum_mag fminimum_mag_num fminimum_num fminmag fmod fmul fopen "
    "fopencookie fork fpathconf fprintf fputc fputs fputwc fputws fread free "
    "freelocale freopen frexp fromfp fromfpx fscanf fseek fseeko fsetpos "
    "fsqrt fstat fstatat fsub fsync ftell ftello ftruncate ftrylockfile "
    "funlockfile futimens fwide fwprintf fwrite fwscanf gamma gcvt "
    "get_current_dir_name getc getchar getcpu getcwd getdate getdate_err "
    "getdelim getdomainname getdtablesize getegid getentropy getenv geteuid "
    "getgid getgroups gethostid gethostname getline getloadavg getlogin "
    "getopt getpagesize getpass getpayload getpgid getpgrp getpid getppid "
    "getpt getresgid getresuid getsid getsubopt gettext gettid getuid "
    "getumask getusershell getw getwc getwchar getwd gmtime grantpt "
    "group_member hypot ilogb index initstate isalnum isalpha isascii isatty "
    "isblank iscanonical iscntrl isctype isdigit iseqsig isgraph isinff "
    "isinfl islower isnanf isnanl isprint ispunct issignaling isspace "
    "isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph "
    "iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit iszero "
    "itimerspec j0 j1 jn jrand48 kill l64a labs lchmod lchown lcong48 lconv "
    "ldexp ldiv lgamma link linkat listen llabs lldiv llogb llrint llround "
    "localeconv localtime lockf log log10 log1p log2 logb lrand48 lrint "
    "lround lseek lstat malloc mblen mbrlen mbrtowc mbsinit mbsnrtowcs "
    "mbsrtowcs mbstowcs mbtowc memccpy memchr memcmp memcpy memfrob memmem "
    "memmove mempcpy memrchr memset mkdir mkdirat mkdtemp mkfifo mkfifoat "
    "mknod mknodat mkostemp mkostemps mkstemp mkstemps mktemp mktime modf "
    "mrand48 nan nanosleep nearbyint newlocale nextafter nextdown nexttoward "
    "nextup ngettext nice nrand48 obstack obstack_printf obstack_vprintf "
    "on_exit open_memstream open_wmemstream optarg opterr optind optopt "
    "pathconf pause pclose perror pipe pipe2 poll popen posix_memalign "
    "posix_openpt pow pread printf profil program_invocation_name "
    "program_invocation_short_name pselect ptsname putc putchar putenv puts "
    "putw putwc putwchar pwrite qecvt qfcvt qgcvt qsort quick_exit raise "
    "rand random random_data rawmemchr read readlink readlinkat realloc "
    "reallocarray realpath recv remainder remove remquo rename renameat "
    "renameat2 revoke rewind rindex rint rmdir round roundeven rpmatch sbrk "
    "scalb scalbln scalbn scanf secure_getenv seed48 select send setbuf "
    "setbuffer setdomainname setegid setenv seteuid setgid sethostid "
    "sethostname setlinebuf setlocale setlogin setns setpayload "
    "setpayloadsig setpgid setpgrp setregid setresgid setresuid setreuid "
    "setsid setstate setuid setusershell setvbuf shutdown sigaction sigevent "
    "siginfo signal signgam significand sin sincos sinh sleep snprintf "
    "socket sprintf sqrt srand srand48 srandom sscanf stat statx "
    "statx_timestamp stderr stdin stdout stpcpy stpncpy strcasecmp "
    "strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup "
    "strerror strfromd strfromf strfroml strfry strftime strlen strncasecmp "
    "strncat strncmp strncpy strndup strnlen strpbrk strptime strrchr strsep "
    "strsignal strspn strstr strtod strtof strtok strtol strtold strtoq "
    "strtoul strtouq strverscmp strxfrm swab swprintf swscanf symlink "
    "symlinkat sync syncfs syscall sysconf system tan tanh tcgetpgrp "
    "tcsetpgrp tempnam textdomain tgamma time timegm timelocal timer_create "
    "timer_delete timer_getoverrun timer_gettime timer_settime timespec "
    "timespec_get timespec_getres timeval timex timezone tm tmpfile tmpnam "
    "toascii tolower totalorder totalordermag toupper towctrans towlower "
    "towupper trunc truncate ttyname ttyslot tzname tzset u_char u_int "
    "u_long u_short ualarm ufromfp ufromfpx uint ulong umask ungetc ungetwc "
    "unlink unlinkat unlockpt unsetenv unshare uselocale ushort usleep "
    "utimensat va_list valloc vasprintf vdprintf vfork vfprintf vfscanf "
    "vfwprintf vfwscanf vhangup vprintf vscanf vsnprintf vsprintf vsscanf "
    "vswprintf vswscanf vwprintf vwscanf wait waitid waitpid wcpcpy wcpncpy "
    "wcrtomb wcscasecmp wcscat wcschr wcschrnul wcscmp wcscoll wcscpy "
    "wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy "
    "wcsnlen wcsnrtombs wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod "
    "wcstof wcstok wcstol wcstold wcstombs wcstoq wcstoul wcstouq wcswcs "
    "wcswidth wcsxfrm wctob wctomb wctrans wctype wcwidth wmemchr wmemcmp "
    "wmemcpy wmemmove wmempcpy wmemset wprintf write wscanf y0 y1 yn ";

/// Headers of the system, without ".h".
static constexpr llvm::StringLiteral headerNames =
    "aio aliases alloca assert byteswap complex cpio ctype dirent dlfcn elf "
    "endian err errno error execinfo expat fcntl features fenv float fnmatch "
    "form fts ftw getopt glob grp iconv inttypes iso646 langinfo libgen "
    "libintl limits link locale malloc math mcheck memory menu monetary "
    "mqueue ncurses netdb nss omp panel paths poll printf pthread pty pwd "
    "regex regexp resolv sched search semaphore setjmp shadow signal spawn "
    "stab stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib "
    "stdnoreturn string strings syscall sysexits syslog tar term termio "
    "termios tgmath threads time ttyent uchar ucontext ulimit unistd unwind "
    "utime utmp utmpx values varargs wait wchar wctype wordexp zlib ";

/// Libraries that linkers add to programs in C, C++ and SYCL.
static constexpr llvm::StringLiteral libraryNames =
    "OpenCL anl asan atomic blas c clang crypt dl gcc gfortran gomp hwloc "
    "imf irc lapack m mvec ncurses nsl pthread python quadmath resolv rt ssl "
    "stdc svml tbb tsan ubsan umf ur_loader util z ";

/// Modules of Python's standard library, of all versions from 3.11 on.
static constexpr llvm::StringLiteral pythonModules =
    "abc aifc annotationlib antigravity argparse array ast asynchat asyncio "
    "asyncore atexit audioop base64 bdb binascii bisect builtins bz2 "
    "cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop "
    "collections colorsys compileall compression concurrent configparser "
    "contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses "
    "datetime dbm decimal difflib dis distutils doctest email encodings "
    "ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch "
    "fractions ftplib functools gc genericpath getopt getpass gettext glob "
    "graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr "
    "imp importlib inspect io ipaddress itertools json keyword lib2to3 "
    "linecache locale logging lzma mailbox mailcap marshal math mimetypes "
    "mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt "
    "ntpath nturl2path numbers opcode operator optparse os ossaudiodev "
    "pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib "
    "posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc "
    "pydoc_data pyexpat queue quopri random re readline reprlib resource "
    "rlcompleter runpy sched secrets select selectors shelve shlex shutil "
    "signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 "
    "sre_compile sre_constants sre_parse ssl stat statistics string "
    "stringprep struct subprocess sunau symtable sys sysconfig syslog "
    "tabnanny tarfile telnetlib tempfile termios test textwrap this "
    "threading time timeit tkinter token tokenize tomllib trace traceback "
    "tracemalloc tty turtle turtledemo types typing unicodedata unittest "
    "urllib uu uuid venv warnings wave weakref webbrowser winreg winsound "
    "wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo ";

/// Keywords of Python.
static constexpr llvm::StringLiteral pythonKeywords =
    "False None True and as assert async await break class continue def del "
    "elif else except finally for from global if import in is lambda "
    "nonlocal not or pass raise return try while with yield ";

static bool isOneOf(StringRef words, StringRef name) {
  llvm::SmallVector<StringRef> list;
  words.split(list, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return llvm::is_contained(list, name);
}

/// Returns true for a variant of a function, such as `expf`, `expl` and
/// `expf128` of `exp`, or `lseek64` of `lseek`.
static bool isVariantOfFunction(StringRef name) {
  for (StringRef suffix : {"f", "l", "f32", "f64", "f128", "f32x", "f64x", "64",
                           "_r", "_l", "_np", "_unlocked"}) {
    StringRef base = name;
    if (base.consume_back(suffix) && isOneOf(globalNames, base))
      return true;
  }
  return false;
}

bool sa::isGlobalName(StringRef name) {
  // Reserved for types, threads, OpenCL and the runtime of DPC++.
  if (name.ends_with("_t"))
    return true;
  for (StringRef prefix : {"pthread_", "PTHREAD_", "cl_", "CL_", "ur_", "UR_"})
    if (name.starts_with(prefix))
      return true;
  for (StringRef prefix : {"cl", "ur"})
    if (name.size() > 2 && name.starts_with(prefix) && llvm::isUpper(name[2]))
      return true;
  return isOneOf(globalNames, name) || isVariantOfFunction(name);
}

bool sa::isNameOfHeader(StringRef name) { return isOneOf(headerNames, name); }

bool sa::isNameOfLibrary(StringRef name) { return isOneOf(libraryNames, name); }

bool sa::isModuleOfPython(StringRef name) {
  return isOneOf(pythonModules, name);
}

bool sa::isKeywordOfPython(StringRef name) {
  return isOneOf(pythonKeywords, name);
}
