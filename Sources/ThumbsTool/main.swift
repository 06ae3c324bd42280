import Glibc
import ThumbsCLI

exit(await ThumbsCommand.run())
